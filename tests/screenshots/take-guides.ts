// npm run screenshots -- --guides [--only deposit,pack --languages en,ar]: the pictures of the guides, from the demo
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { chromium, type Browser, type Page } from '@playwright/test';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '@atelier/host/files.ts';
import { findChromium } from '../../scripts/lib/chromium.ts';
import { chromiumFlags } from '../harness/chromium.ts';
import { startTestSystem } from '../harness/system.ts';
import { feeLinkPath } from './guide-states.ts';
import { GUIDE_PICTURES, type GuidePicture } from './guide-pictures.ts';
import { addressesOf, pageOf, settle } from './open-page.ts';

const { values: flags } = parseArgs({
  options: {
    guides: { type: 'boolean' },
    only: { type: 'string', default: '' },
    languages: { type: 'string', default: 'en,zh-CN,zh-TW,fr,es,ja,ar' },
    url: { type: 'string', default: '' },
  },
});
const listed = (text: string): readonly string[] => text.split(',').filter((each) => each !== '');
const only = listed(flags.only);
const wanted = GUIDE_PICTURES.filter(({ name }) => only.length === 0 || only.includes(name));
/** What a guide shows without scaling; the window is wider by its menu. */
const SIZE = { width: 960, height: 540 } as const;
const WINDOW = { width: 1240, height: 900 } as const;
const QUALITY = 50;
const folder = join(projectRoot, 'web', 'public', 'guides');

/** A demo that runs already, or one that is started here. */
const system =
  flags.url === ''
    ? await startTestSystem({ env: { RATE_LIMIT: '1000000' } })
    : { url: flags.url, remove: () => Promise.resolve() };
const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumFlags] });
try {
  const known = await addressesOf(system.url);
  const fee = wanted.some(({ path }) => path === '{fee}') ? await feeLinkPath(system.url) : '';
  const addressOf = (path: string) => known(path).replace('{fee}', fee);
  for (const language of listed(flags.languages)) {
    await mkdir(join(folder, language), { recursive: true });
    const bytes = await takeAll(browser, language, addressOf);
    console.log(`${language}: ${wanted.length} pictures, ${Math.round(bytes / 1000)} kB`);
  }
} finally {
  await browser.close();
  await system.remove();
}

/** @returns the size of all pictures in bytes */
async function takeAll(
  open: Browser,
  language: string,
  addressOf: (path: string) => string,
): Promise<number> {
  let bytes = 0;
  for (const who of new Set(wanted.map((picture) => picture.who))) {
    const page = await pageOf({ open, url: system.url, look: { language, theme: 'light' }, who });
    await page.setViewportSize(WINDOW);
    for (const picture of wanted.filter((each) => each.who === who)) {
      const file = await takeOne(page, picture, addressOf(picture.path), language);
      await writeFile(join(folder, language, `${picture.name}.webp`), file);
      bytes += file.length;
    }
    await page.context().close();
  }
  return bytes;
}

async function takeOne(
  page: Page,
  picture: GuidePicture,
  address: string,
  language: string,
): Promise<Buffer> {
  const mark = address.includes('?') ? '&' : '?';
  // A picture of a dialog has made the window low.
  await page.setViewportSize({ ...WINDOW, width: page.viewportSize()?.width ?? WINDOW.width });
  await page.goto(`${system.url}${address}${mark}language=${language}`);
  await settle(page);
  await fitMain(page);
  await picture.prepare?.(page);
  if (picture.prepare !== undefined) await settle(page);
  const from = page.locator(picture.from ?? '#main').first();
  await from.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  const clip = clipAt(
    await from.boundingBox(),
    page.viewportSize()?.width ?? WINDOW.width,
    language === 'ar',
  );
  const shot = await page.screenshot({ clip, animations: 'disabled' });
  await page.context().setOffline(false);
  return asWebp(shot);
}

/** The window becomes as wide as the screen beside its menu needs to be for a picture. */
async function fitMain(page: Page): Promise<void> {
  const box = await page
    .locator('#main')
    .boundingBox({ timeout: 1000 })
    .catch(() => null);
  const { width = WINDOW.width } = page.viewportSize() ?? {};
  if (box === null || Math.round(box.width) === SIZE.width) return;
  await page.setViewportSize({ ...WINDOW, width: Math.round(width + SIZE.width - box.width) });
  await settle(page);
}

type Box = Readonly<Record<'x' | 'y' | 'width', number>>;

/** The part of the window that the picture shows, from where its subject begins. */
function clipAt(box: Box | null, windowWidth: number, fromRight: boolean) {
  const { x, y, width } = box ?? { x: 0, y: 0, width: windowWidth };
  const begin = fromRight ? x + width - SIZE.width : x;
  return {
    ...SIZE,
    x: Math.max(0, Math.min(begin, windowWidth - SIZE.width)),
    y: Math.max(0, Math.min(y, WINDOW.height - SIZE.height)),
  };
}

async function asWebp(png: Buffer): Promise<Buffer> {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.encode('webp', QUALITY);
}
