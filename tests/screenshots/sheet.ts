import type { Browser } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Shot {
  readonly name: string;
  readonly width: number;
  readonly file: string;
}

export interface Sheet {
  readonly language: string;
  readonly theme: string;
  readonly width: number;
  readonly folder: string;
  readonly shots: readonly Shot[];
}

const COLUMNS: Readonly<Record<number, number>> = { 390: 8, 1440: 4, 2560: 3 };

/** One picture with all screens of a language, a theme and a width, each under its name. */
export async function writeSheet(browser: Browser, sheet: Sheet): Promise<void> {
  if (sheet.shots.length === 0) return;
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  const figures = await Promise.all(sheet.shots.map((shot) => figureOf(sheet.folder, shot)));
  const columns = COLUMNS[sheet.width] ?? 4;
  await page.setContent(`<style>
    body { margin: 16px; font: 14px sans-serif; background: #ccc; }
    main { display: grid; grid-template-columns: repeat(${columns}, 1fr); gap: 12px; }
    figure { margin: 0; } img { inline-size: 100%; display: block; }
  </style><main>${figures.join('')}</main>`);
  const name = `sheet-${sheet.language}-${sheet.theme}-${sheet.width}.png`;
  await page.screenshot({ path: join(sheet.folder, name), fullPage: true });
  await page.close();
}

async function figureOf(folder: string, { name, file }: Shot): Promise<string> {
  const data = (await readFile(join(folder, file))).toString('base64');
  return `<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${data}"></figure>`;
}
