/** Has the browser download the file of a one-time address, beside the page; a failure is told by the browser. */
export function downloadFile(address: string): void {
  const link = document.createElement('a');
  // The same place, whatever name it is reached by.
  link.href = new URL(address).pathname;
  link.download = '';
  link.click();
}
