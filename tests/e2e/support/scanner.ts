import type { Page } from '@playwright/test';

const keyGapMs = 5;

/**
 * A keyboard-wedge scanner: the code's keys in one burst, then Enter. The keys carry their own times and are sent
 * without waiting for each other, so that a busy machine does not turn a scanner into a typist.
 */
export async function scanCode(page: Page, code: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const began = Date.now() / 1000;
  const at = (index: number): number => began + (index * keyGapMs) / 1000;
  const keys = [...code].map((key, index) => press(key, at(index)));
  const enter = {
    key: 'Enter',
    code: 'Enter',
    windowsVirtualKeyCode: 13,
    text: '\r',
    timestamp: at(code.length),
  };
  const strokes = [...keys, enter];
  await Promise.all(
    strokes.flatMap((stroke) => [
      session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...stroke }),
      session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...stroke, text: undefined }),
    ]),
  );
  await session.detach();
}

function press(key: string, timestamp: number) {
  return { key, text: key, timestamp, windowsVirtualKeyCode: key.toUpperCase().codePointAt(0) ?? 0 };
}
