let frame: HTMLIFrameElement | null = null;

/**
 * Opens the browser's print window for a PDF: out of an invisible frame, or in a separate page where the browser
 * shows no PDF inside another page. The file stays until the next one is printed; the print window needs it.
 */
export function printFile(file: Blob): void {
  const url = URL.createObjectURL(file);
  if (!navigator.pdfViewerEnabled) {
    window.open(url, '_blank', 'noopener');
    return;
  }
  if (frame !== null) URL.revokeObjectURL(frame.src);
  frame?.remove();
  const fresh = document.createElement('iframe');
  fresh.className = 'print-frame';
  fresh.title = 'print';
  fresh.setAttribute('aria-hidden', 'true');
  fresh.tabIndex = -1;
  fresh.addEventListener('load', () => {
    fresh.contentWindow?.focus();
    fresh.contentWindow?.print();
  });
  fresh.src = url;
  document.body.append(fresh);
  frame = fresh;
}

/** Prints files one after the other: the next print window opens when the one before has been closed. */
export function printFiles([first, ...rest]: readonly Blob[]): void {
  if (first === undefined) return;
  printFile(first);
  if (rest.length === 0) return;
  if (!navigator.pdfViewerEnabled) return printFiles(rest);
  // A closed print window gives the focus back to the page.
  globalThis.addEventListener('focus', () => printFiles(rest), { once: true });
}

export function downloadFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun reading it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
