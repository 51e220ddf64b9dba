import {
  WEDGE_BUSY_MS,
  WEDGE_SILENCE_MS,
  afterSilence,
  endOfSilence,
  feedWedge,
  idleWedge,
  patienceOf,
  type WedgeState,
} from './wedge.ts';
import { isInField, textField } from './text-field.ts';

export interface WedgeHandlers {
  /** A code as the scanner read it. */
  readonly onScan: (code: string) => void;
  /** A single key outside any field, after it is sure that no burst began with it: shortcuts hang here. */
  readonly onKey?: (key: string) => void;
  /** Keys that go into a field are none of a scan: the code stays in the field. */
  readonly leavesFields?: boolean;
}

interface FieldSnapshot {
  readonly field: HTMLInputElement | HTMLTextAreaElement;
  readonly value: string;
  readonly caret: number | null;
}

function snapshotOf(target: EventTarget | null): FieldSnapshot | undefined {
  const field = textField(target);
  if (field === undefined) return undefined;
  return { field, value: field.value, caret: field.selectionStart };
}

/** Through the prototype's setter, so that React's own value tracking notices the change. */
function writeValue(field: FieldSnapshot['field'], value: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function restore({ field, value, caret }: FieldSnapshot): void {
  writeValue(field, value);
  if (caret !== null) field.setSelectionRange(caret, caret);
}

const SHIFTED_DIGITS = ')!@#$%^&*(';

/** With an input method switched on, Chrome says `Process` for every key: the physical key still tells the character. */
function readKey(event: KeyboardEvent): string {
  if (event.key !== 'Process' && event.key !== 'Unidentified') return event.key;
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  if (letter !== undefined) return event.shiftKey ? letter : letter.toLowerCase();
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  if (digit !== undefined) return event.shiftKey ? (SHIFTED_DIGITS[Number(digit)] ?? digit) : digit;
  if (event.code === 'Minus') return event.shiftKey ? '_' : '-';
  return event.code === 'Enter' || event.code === 'Tab' ? event.code : 'Unidentified';
}

const stop = (event: KeyboardEvent): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/**
 * Listens on the whole page, before any widget: a burst inside a focused field is taken out of it, and its Enter never
 * submits a form or presses a button (product/screens.md §4). Returns the function that stops listening.
 */
export function listenForScans(target: Window, handlers: WedgeHandlers): () => void {
  let state: WedgeState = idleWedge;
  let before: FieldSnapshot | undefined;
  let startedInField = false;
  let silence: number | undefined;

  const onSilence = (): void => {
    target.clearTimeout(silence);
    const ended = endOfSilence(state);
    state = afterSilence(state);
    if (ended.scan !== undefined) handlers.onScan(ended.scan);
    if (ended.solo !== undefined && !startedInField) handlers.onKey?.(ended.solo);
  };

  /** Keys pressed while the page was busy may still arrive: it waits once more before it counts that as silence. */
  const waitForSilence = (): void => {
    const patience = patienceOf(state);
    const dueAt = performance.now() + patience;
    silence = target.setTimeout(() => {
      if (performance.now() - dueAt > WEDGE_BUSY_MS) waitForSilence();
      else onSilence();
    }, patience);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || (event.altKey && !event.getModifierState('AltGraph'))) return;
    if (event.repeat || (handlers.leavesFields === true && isInField(event.target))) {
      state = idleWedge;
      return;
    }
    // The burst before was over by the time this key was pressed, but had not been closed yet.
    if (state.isBurst && event.timeStamp - state.lastAt > WEDGE_SILENCE_MS) onSilence();
    const { state: next, effect } = feedWedge(state, { key: readKey(event), at: event.timeStamp });
    state = next;
    if (effect.kind === 'start') {
      before = snapshotOf(event.target);
      startedInField = isInField(event.target);
    }
    if (effect.kind === 'capture' || effect.kind === 'swallow' || effect.kind === 'scan') stop(event);
    if (effect.kind === 'capture' && before !== undefined) restore(before);
    target.clearTimeout(silence);
    if (effect.kind === 'scan') handlers.onScan(effect.code);
    else if (state.text !== '') waitForSilence();
  };

  target.addEventListener('keydown', onKeyDown, { capture: true });
  return () => {
    target.clearTimeout(silence);
    target.removeEventListener('keydown', onKeyDown, { capture: true });
  };
}
