/** Hands a file to the browser, which saves it under the name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the content by the time another task runs.
  setTimeout(() => URL.revokeObjectURL(address));
}
