/** Saves a file through the browser, under the name given. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Revoked in a later task, by which time the browser has taken the content.
  setTimeout(() => URL.revokeObjectURL(address));
}
