/** Copies a text; also where the page is not served over a secure connection and the browser has no clipboard for it. */

const copyBySelection = (text: string): boolean => {
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  try {
    // The only way outside secure contexts.
    return document.execCommand('copy');
  } finally {
    area.remove();
  }
};

/** False where the browser did not. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    if (!window.isSecureContext) return copyBySelection(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
