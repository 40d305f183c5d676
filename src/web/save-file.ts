/** Offers a file of the page as a download. */
export function saveFile(name: string, content: Blob) {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download starts after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
