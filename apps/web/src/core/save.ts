/** Files handed to the browser: what lies at an address, or what was made here. */
export const saveUrl = (url: string, name = ''): void => {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
};

export const saveParts = (name: string, parts: readonly string[]): void => {
  const url = URL.createObjectURL(new Blob([...parts], { type: 'text/plain;charset=utf-8' }));
  saveUrl(url, name);
  // The browser reads the address after the click; a moment later nobody needs it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
