import type { Page } from '@playwright/test';
import { code128 } from './code-128.ts';

/** What a test does with the camera it has given to a page. */
export interface TestCamera {
  /** Holds a label before it; an empty text takes it away. */
  readonly show: (text: string) => Promise<void>;
  /** The answer to the browser's question. */
  readonly allow: (isAllowed: boolean) => Promise<void>;
}

declare global {
  interface Window {
    testCamera?: { bars: number[]; isAllowed: boolean };
  }
}

/**
 * Gives the page a camera whose picture is drawn: all behind `getUserMedia` is the browser's own — stream, video, decoding.
 * Before the page is opened.
 */
export async function giveCamera(page: Page): Promise<TestCamera> {
  await page.addInitScript(() => {
    const camera = { bars: [] as number[], isAllowed: true };
    window.testCamera = camera;
    navigator.mediaDevices.getUserMedia = async () => {
      if (!camera.isAllowed) throw new DOMException('not allowed', 'NotAllowedError');
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [1280, 720];
      const draw = canvas.getContext('2d');
      setInterval(() => {
        if (!draw) return;
        draw.fillStyle = '#fff';
        draw.fillRect(0, 0, canvas.width, canvas.height);
        draw.fillStyle = '#000';
        let x = 300;
        for (const [index, width] of camera.bars.entries()) {
          if (index % 2 === 0) draw.fillRect(x, 260, width * 4, 200);
          x += width * 4;
        }
      }, 50);
      return canvas.captureStream(20);
    };
  });
  const set = (change: Partial<NonNullable<Window['testCamera']>>) =>
    page.evaluate((patch) => void Object.assign(window.testCamera ?? {}, patch), change);
  return {
    show: (text) => set({ bars: text === '' ? [] : code128(text) }),
    allow: (isAllowed) => set({ isAllowed }),
  };
}
