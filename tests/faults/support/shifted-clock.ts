// Preloaded into a process: its clock is CLOCK_SHIFT_MS off, and jumps to the other side on SIGUSR2. Timers and
// performance.now() go on as they are, as they do on a machine whose clock is set.
const RealDate = Date;
let shift = Number(process.env['CLOCK_SHIFT_MS'] ?? 0);

class ShiftedDate extends RealDate {
  constructor(...given: readonly unknown[]) {
    super(...((given.length === 0 ? [RealDate.now() + shift] : given) as [number]));
  }

  static override now(): number {
    return RealDate.now() + shift;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return RealDate.prototype.isPrototypeOf(value as object);
  }
}

function tell(): void {
  process.stderr.write(`the clock says ${new Date().toISOString()}\n`);
}

globalThis.Date = ShiftedDate as DateConstructor;
tell();
process.on('SIGUSR2', () => {
  shift = -shift;
  tell();
});
