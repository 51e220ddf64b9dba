/** What a sentence of a guide is made of: words, `{{label}}` of the screens, `[U]` a key, and a command between back quotes. */
export interface Part {
  readonly kind: 'text' | 'label' | 'key' | 'command';
  readonly text: string;
}

const MARKS = /\{\{(\w+)\}\}|\[([^\]]+)\]|`([^`]+)`/gu;

/** A sentence in its parts, in their order. */
export function partsOf(sentence: string): readonly Part[] {
  const parts: Part[] = [];
  let end = 0;
  const addText = (until: number) => {
    if (until > end) parts.push({ kind: 'text', text: sentence.slice(end, until) });
  };
  for (const match of sentence.matchAll(MARKS)) {
    addText(match.index);
    parts.push(partOf(match));
    end = match.index + match[0].length;
  }
  addText(sentence.length);
  return parts;
}

function partOf([, label, key, command = '']: RegExpExecArray): Part {
  if (label !== undefined) return { kind: 'label', text: label };
  return key === undefined ? { kind: 'command', text: command } : { kind: 'key', text: key };
}

/** Names of labels in these sentences, each once. */
export const labelsIn = (sentences: readonly string[]): readonly string[] => [
  ...new Set(sentences.flatMap(partsOf).flatMap(({ kind, text }) => (kind === 'label' ? [text] : []))),
];
