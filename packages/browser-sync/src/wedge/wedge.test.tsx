// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  WEDGE_GRACE_MS,
  WEDGE_PAUSE_MS,
  WEDGE_SILENCE_MS,
  endOfSilence,
  feedWedge,
  idleWedge,
  type WedgeEffect,
  type WedgeState,
} from './wedge.ts';
import { listenForScans } from './wedge-listener.ts';

function type(text: readonly string[], gapMs: number): WedgeEffect[] {
  let state = idleWedge;
  return text.map((key, index) => {
    const step = feedWedge(state, { key, at: 1000 + index * gapMs });
    state = step.state;
    return step.effect;
  });
}

describe('the wedge', () => {
  it('reads a fast code that ends with Enter', () => {
    expect(type([...'PAR-000123', 'Enter'], 8).at(-1)).toEqual({ kind: 'scan', code: 'PAR-000123' });
  });

  it('reads a fast code that ends with Tab', () => {
    expect(type([...'0000001', 'Tab'], 30).at(-1)).toEqual({ kind: 'scan', code: '0000001' });
  });

  it('takes slow typing for typing', () => {
    const effects = type([...'PAR-000123', 'Enter'], 31);
    expect(effects.every((effect) => effect.kind === 'start' || effect.kind === 'pass')).toBe(true);
  });

  it('asks for six characters', () => {
    expect(type([...'12345', 'Enter'], 5).some((effect) => effect.kind === 'scan')).toBe(false);
    expect(type([...'123456', 'Enter'], 5).at(-1)).toEqual({ kind: 'scan', code: '123456' });
  });

  it('keeps the Enter of a short burst from submitting', () => {
    expect(type([...'1234', 'Enter'], 5).at(-1)).toEqual({ kind: 'swallow' });
  });

  const typeAt = (text: string, moments: readonly number[]): WedgeState =>
    [...text].reduce(
      (state, key, index) => feedWedge(state, { key, at: moments[index] ?? 0 }).state,
      idleWedge,
    );

  it('does not cut a code in two because one key came late', () => {
    expect(typeAt('PAR-00', [0, 10, 60, 70, 80, 90])).toMatchObject({ text: 'PAR-00', isBurst: true });
  });

  it('takes several late keys for a hand', () => {
    expect(typeAt('PAR-00', [0, 45, 55, 100, 110, 120]).isBurst).toBe(false);
  });

  it('starts again after silence', () => {
    expect(typeAt('PAR-00', [0, 10, 20, 221, 230, 240]).text).toBe('-00');
  });

  it('loses no first key that comes before a pause, nor the first few', () => {
    expect(typeAt('PAR-00', [0, 150, 160, 170, 180, 190])).toMatchObject({ text: 'PAR-00', isBurst: true });
    expect(typeAt('PAR-00', [0, 10, 20, 181, 190, 200])).toMatchObject({ text: 'PAR-00', isBurst: true });
  });

  it('takes the last key of a hand for no first key of a code', () => {
    const typed = typeAt('ng', [0, 120]);
    const after = [...'PAR-000123'].reduce(
      (state, key, index) => feedWedge(state, { key, at: 270 + index * 8 }).state,
      typed,
    );
    expect(after).toMatchObject({ text: 'PAR-000123', isBurst: true });
  });

  it('knows a code, a shortcut and nothing by the silence after it', () => {
    const burst = { lastAt: 0, late: 0, isBurst: true, isFresh: true };
    const typed = { lastAt: 0, late: 0, isBurst: false, isFresh: true };
    expect(endOfSilence({ ...burst, text: '0000001' })).toEqual({ scan: '0000001' });
    expect(endOfSilence({ ...typed, text: 'u' })).toEqual({ solo: 'u' });
    expect(endOfSilence({ ...typed, text: 'ab' })).toEqual({});
  });
});

describe('the page-wide listener', () => {
  const scans: string[] = [];
  const keys: string[] = [];
  let stop = (): void => undefined;
  let at = 0;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    scans.length = 0;
    keys.length = 0;
    at += 10_000;
    stop = listenForScans(window, { onScan: (code) => scans.push(code), onKey: (key) => keys.push(key) });
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
    document.body.replaceChildren();
  });

  /** Presses as a browser does: the character lands in a text field only when no handler prevented the key. */
  function press(target: HTMLElement, key: string, gapMs: number): KeyboardEvent {
    at += gapMs;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    const isAllowed = target.dispatchEvent(event);
    if (isAllowed && key.length === 1 && target instanceof HTMLInputElement) {
      target.value += key;
      target.dispatchEvent(new Event('input', { bubbles: true }));
    }
    return event;
  }

  function formWithField(): { field: HTMLInputElement; submitted: () => number } {
    const form = document.createElement('form');
    const field = document.createElement('input');
    form.append(field);
    document.body.append(form);
    field.focus();
    let count = 0;
    form.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && !event.defaultPrevented) count += 1;
    });
    return { field, submitted: () => count };
  }

  it('hears a scan anywhere on the page', () => {
    for (const key of [...'PAR-000123', 'Enter']) press(document.body, key, 6);
    expect(scans).toEqual(['PAR-000123']);
  });

  it('takes a burst out of the focused field and leaves what was typed before', () => {
    const { field } = formWithField();
    for (const key of 'ring') press(field, key, 120);
    at += 500;
    for (const key of [...'PAR-000123', 'Enter']) press(field, key, 6);
    expect(scans).toEqual(['PAR-000123']);
    expect(field.value).toBe('ring');
  });

  it('reads a code whole whose first key came long before the rest, and leaves nothing of it in a field', () => {
    const { field } = formWithField();
    press(field, 'P', 900);
    vi.advanceTimersByTime(150);
    press(field, 'A', 150);
    for (const key of [...'R-004455', 'Enter']) press(field, key, 6);
    expect(scans).toEqual(['PAR-004455']);
    expect(field.value).toBe('');
  });

  it('never lets the Enter of a scan reach the form', () => {
    const { field, submitted } = formWithField();
    for (const key of [...'PAR-000123', 'Enter']) press(field, key, 6);
    expect(submitted()).toBe(0);
    press(field, 'Enter', 800);
    expect(submitted()).toBe(1);
  });

  it('ends a scan without a terminator after 60 ms of silence, and the time a busy page needs to hear of it', () => {
    for (const key of 'PAR-000123') press(document.body, key, 6);
    vi.advanceTimersByTime(WEDGE_SILENCE_MS + WEDGE_GRACE_MS - 1);
    expect(scans).toEqual([]);
    vi.advanceTimersByTime(2);
    expect(scans).toEqual(['PAR-000123']);
  });

  it('loses no character of a code that reached the page late', () => {
    for (const key of 'PAR-00012') press(document.body, key, 6);
    vi.advanceTimersByTime(140);
    for (const key of ['3', 'Enter']) press(document.body, key, 6);
    expect(scans).toEqual(['PAR-000123']);
  });

  it('loses no sign of a code that came while the page did nothing else for two seconds', () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(at);
    for (const key of 'PAR-00012') press(document.body, key, 6);
    // The timer was due long ago, and is called before the keys that wait.
    now.mockReturnValue(at + 2_000);
    vi.advanceTimersByTime(WEDGE_SILENCE_MS + WEDGE_GRACE_MS);
    expect(scans).toEqual([]);
    for (const key of ['3', 'Enter']) press(document.body, key, 6);
    expect(scans).toEqual(['PAR-000123']);
    for (const key of 'PAR-000124') press(document.body, key, 6);
    vi.advanceTimersByTime(WEDGE_SILENCE_MS + WEDGE_GRACE_MS);
    expect(scans).toEqual(['PAR-000123', 'PAR-000124']);
    now.mockRestore();
  });

  it('takes what is typed after the silence for something else, however early it arrives', () => {
    for (const key of 'PAR-000123') press(document.body, key, 6);
    press(document.body, 'x', 61);
    expect(scans).toEqual(['PAR-000123']);
  });

  it('tells a shortcut from the first letter of a code', () => {
    for (const key of [...'U-000123', 'Enter']) press(document.body, key, 6);
    expect(keys).toEqual([]);
    press(document.body, 'u', 500);
    vi.advanceTimersByTime(WEDGE_PAUSE_MS + 1);
    expect(keys).toEqual(['u']);
  });

  it('hears no shortcut inside a field', () => {
    const { field } = formWithField();
    press(field, 'u', 500);
    vi.advanceTimersByTime(WEDGE_PAUSE_MS + 1);
    expect(keys).toEqual([]);
  });

  it('reads the physical key when an input method swallows the character', () => {
    for (const code of ['KeyP', 'Digit0', 'Digit0', 'Digit1', 'Digit2', 'Digit3', 'Enter']) {
      at += 6;
      const event = new KeyboardEvent('keydown', {
        key: 'Process',
        code,
        shiftKey: code === 'KeyP',
        bubbles: true,
      });
      Object.defineProperty(event, 'timeStamp', { value: at });
      document.body.dispatchEvent(event);
    }
    expect(scans).toEqual(['P00123']);
  });
});
