import type { ScreenVerdict } from './verdicts.ts';

interface Note {
  readonly frequency: number;
  /** Seconds after the verdict. */
  readonly at: number;
  readonly lasts: number;
  readonly wave: OscillatorType;
}

const sine = (frequency: number, at: number, lasts: number): Note => ({ frequency, at, lasts, wave: 'sine' });
const square = (frequency: number, at: number, lasts: number): Note => ({
  frequency,
  at,
  lasts,
  wave: 'square',
});

/** A separate tone for each verdict: rising is good, repeated is a repeat, low and rough is a stop. */
const MELODIES: Record<ScreenVerdict, readonly Note[]> = {
  pending: [],
  accepted: [sine(880, 0, 0.07), sine(1318, 0.07, 0.11)],
  already_done: [sine(660, 0, 0.08), sine(660, 0.13, 0.08)],
  wrong_stage: [square(220, 0, 0.16), square(165, 0.18, 0.22)],
  wrong_package: [square(220, 0, 0.12), square(220, 0.16, 0.12), square(165, 0.32, 0.2)],
  not_expected: [square(220, 0, 0.16), square(147, 0.18, 0.3)],
  unknown: [square(140, 0, 0.38)],
  cancelled: [square(196, 0, 0.12), square(147, 0.14, 0.12), square(110, 0.28, 0.24)],
  held: [square(175, 0, 0.1), square(233, 0.12, 0.1), square(175, 0.24, 0.2)],
  queued_offline: [sine(523, 0, 0.09), sine(392, 0.11, 0.12)],
};

const LOUDNESS = { sine: 0.22, square: 0.09 } as const;

let context: AudioContext | undefined;

function audio(): AudioContext | undefined {
  if (typeof AudioContext === 'undefined') return undefined;
  context ??= new AudioContext({ latencyHint: 'interactive' });
  return context;
}

function play(out: AudioContext, note: Note): void {
  const oscillator = out.createOscillator();
  const gain = out.createGain();
  const start = out.currentTime + note.at;
  oscillator.type = note.wave;
  oscillator.frequency.value = note.frequency;
  // A short ramp at both ends: a bare oscillator clicks.
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(note.wave === 'sine' ? LOUDNESS.sine : LOUDNESS.square, start + 0.008);
  gain.gain.linearRampToValueAtTime(0, start + note.lasts);
  oscillator.connect(gain).connect(out.destination);
  oscillator.start(start);
  oscillator.stop(start + note.lasts + 0.02);
}

/** Sounds the verdict. Silent where the browser has no audio or has not allowed it yet; never throws. */
export function soundVerdict(verdict: ScreenVerdict): void {
  const out = audio();
  if (out === undefined) return;
  if (out.state === 'suspended') void out.resume().catch(() => undefined);
  for (const note of MELODIES[verdict]) play(out, note);
}
