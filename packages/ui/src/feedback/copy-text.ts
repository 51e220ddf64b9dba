import { notify } from './notify.ts';

/** Puts a text on the clipboard, and says whether it is there. Clipboards are closed on plain http: it is marked and copied by hand then. */
export async function copyText(
  text: string,
  words: { readonly copied: string; readonly notCopied: string },
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ tone: 'good', title: words.copied });
  } catch {
    notify({ tone: 'error', title: words.notCopied });
  }
}
