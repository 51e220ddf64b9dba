import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import { printable } from '@atelier/domain/documents/printable.ts';
import type { Image, SKRSContext2D } from '@napi-rs/canvas';
import { Fonts } from './fonts.ts';

/** Points in a millimetre. */
export const POINTS = 72 / 25.4;

export interface TextStyle {
  /** Points. */
  readonly size: number;
  readonly weight?: number;
  readonly isSerif?: boolean;
  readonly colour?: string;
  /** Codes, numbers and amounts run from left to right in every language. */
  readonly isCode?: boolean;
  /** Which end of the text stands at `x`. */
  readonly align?: 'start' | 'end' | 'middle';
}

export const BLACK = '#000000';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ELLIPSIS = '…';
/** Part of a digit's width. */
const THIN = 0.4;

/**
 * Draws in millimetres from the corner where reading begins: for Arabic the page is mirrored, the letters are not.
 * Whatever is written is cleaned first, and cut where its room ends.
 */
export class Pen {
  readonly #context: SKRSContext2D;
  readonly #width: number;
  readonly #isRtl: boolean;
  readonly #sans: Fonts;
  readonly #serif: Fonts;

  constructor(context: SKRSContext2D, width: number, language: ReferenceLanguage) {
    this.#context = context;
    this.#width = width;
    this.#isRtl = language === 'ar';
    this.#sans = fontsOf(language, false);
    this.#serif = fontsOf(language, true);
    // Inter swaps hyphens and brackets beside capitals for glyphs that cannot be copied out of a PDF.
    context.fontFeatureSettings = '"calt" 0';
    context.textBaseline = 'alphabetic';
  }

  /** Millimetres from the left edge. */
  #x(x: number): number {
    return (this.#isRtl ? this.#width - x : x) * POINTS;
  }

  /** Writes one line on the baseline `y`, at most `room` millimetres long. */
  write(value: string, x: number, y: number, room: number, style: TextStyle): void {
    const cut = this.fit(value, room, style);
    const context = this.#set(cut, style);
    context.fillStyle = style.colour ?? BLACK;
    context.textAlign = this.#alignment(style.align ?? 'start');
    context.fillText(this.#shape(cut, style).text, this.#x(x), y * POINTS);
  }

  /**
   * A number whose digits stand below each other's, ending at `x`. Each digit is drawn separately, so that it
   * can be copied.
   */
  figures(value: string, x: number, y: number, style: TextStyle): void {
    const context = this.#set(`0${value}`, { ...style, isCode: true });
    context.fillStyle = style.colour ?? BLACK;
    context.textAlign = 'center';
    const digit = context.measureText('0').width;
    const signs = Array.from(value);
    const widthOf = (sign: string): number => {
      if (/\d/.test(sign)) return digit;
      // The thin space between thousands would not be seen between cells.
      return /\s/.test(sign) ? digit * THIN : context.measureText(sign).width;
    };
    const cells = signs.map(widthOf);
    const whole = cells.reduce((sum, cell) => sum + cell, 0);
    let left = this.#isRtl ? this.#x(x) : this.#x(x) - whole;
    for (const [index, sign] of signs.entries()) {
      const cell = cells[index] ?? 0;
      context.fillText(sign, left + cell / 2, y * POINTS);
      left += cell;
    }
  }

  /** Millimetres. */
  measure(value: string, style: TextStyle): number {
    return this.#set(value, style).measureText(this.#shape(value, style).text).width / POINTS;
  }

  /** As much of a text as its room takes, with an ellipsis where something is left out. */
  fit(value: string, room: number, style: TextStyle): string {
    const text = printable(value);
    if (this.measure(text, style) <= room) return text;
    const signs = Array.from(graphemes.segment(text), ({ segment }) => segment);
    let [low, high] = [0, signs.length];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.measure(start(signs, middle), style) <= room) low = middle;
      else high = middle - 1;
    }
    return start(signs, low);
  }

  /** The largest size from the style's down to `least` at which all of a text has room. */
  shrunk(value: string, room: number, style: TextStyle, least = 3): TextStyle {
    const width = this.measure(printable(value), style);
    return width <= room ? style : { ...style, size: Math.max(least, (style.size * room) / width - 0.05) };
  }

  /** A line as thick as `thickness` millimetres. */
  rule(x1: number, y1: number, x2: number, y2: number, thickness: number, colour = BLACK): void {
    const context = this.#context;
    context.strokeStyle = colour;
    context.lineWidth = thickness * POINTS;
    context.beginPath();
    context.moveTo(this.#x(x1), y1 * POINTS);
    context.lineTo(this.#x(x2), y2 * POINTS);
    context.stroke();
  }

  /** Black rectangles as one shape, never mirrored: codes have one direction. `x` is the start edge of the whole. */
  blocks(
    rectangles: readonly (readonly [x: number, y: number, width: number, height: number])[],
    x: number,
    width: number,
  ): void {
    const context = this.#context;
    const left = this.#isRtl ? this.#width - x - width : x;
    context.fillStyle = BLACK;
    context.beginPath();
    for (const [dx, y, w, h] of rectangles) {
      context.rect((left + dx) * POINTS, y * POINTS, w * POINTS, h * POINTS);
    }
    context.fill();
  }

  /** Ink of a signature in its box, as it was written: never mirrored. */
  ink(
    strokes: readonly (readonly (readonly [number, number, number?])[])[],
    x: number,
    y: number,
    box: Box,
  ): void {
    const context = this.#context;
    const left = this.#isRtl ? this.#width - x - box.width : x;
    context.strokeStyle = '#14213d';
    context.lineWidth = 0.35 * POINTS;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    for (const stroke of strokes) {
      context.beginPath();
      stroke.forEach(([dx, dy], index) => {
        const at = [(left + dx * box.width) * POINTS, (y + dy * box.height) * POINTS] as const;
        if (index === 0) context.moveTo(...at);
        else context.lineTo(...at);
      });
      context.stroke();
    }
  }

  /** A picture as large as its box takes it, at the box's start. */
  picture(image: Image, x: number, y: number, box: Box): void {
    const scale = Math.min(box.width / image.width, box.height / image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    const left = this.#isRtl ? this.#width - x - width : x;
    this.#context.drawImage(image, left * POINTS, y * POINTS, width * POINTS, height * POINTS);
  }

  /** Another origin for whatever is drawn inside: labels on a sheet. */
  within(x: number, y: number, width: number, language: ReferenceLanguage, draw: (pen: Pen) => void): void {
    const context = this.#context;
    context.save();
    context.translate((this.#isRtl ? this.#width - x - width : x) * POINTS, y * POINTS);
    draw(new Pen(context, width, language));
    context.restore();
  }

  #shape(value: string, style: TextStyle) {
    return (style.isSerif === true ? this.#serif : this.#sans).shape(value);
  }

  #set(value: string, style: TextStyle): SKRSContext2D {
    const context = this.#context;
    const { families } = this.#shape(value, style);
    context.font = `${style.weight ?? 400} ${style.size}px ${families}`;
    context.direction = style.isCode !== true && this.#runsLeft(value) ? 'rtl' : 'ltr';
    return context;
  }

  /**
   * A foreign address among Arabic lines keeps its order; a line that holds Arabic words is an Arabic line. Hebrew runs from the
   * right as well.
   */
  #runsLeft(value: string): boolean {
    return this.#isRtl ? FROM_RIGHT.test(value) : FROM_RIGHT_FIRST.test(value);
  }

  #alignment(align: 'start' | 'end' | 'middle'): 'left' | 'right' | 'center' {
    if (align === 'middle') return 'center';
    return (align === 'start') === this.#isRtl ? 'right' : 'left';
  }
}

export interface Box {
  readonly width: number;
  readonly height: number;
}

const start = (signs: readonly string[], count: number): string =>
  `${signs.slice(0, count).join('').trimEnd()}${ELLIPSIS}`;

const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const FROM_RIGHT_FIRST = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const FONTS = new Map<string, Fonts>();

function fontsOf(language: ReferenceLanguage, isSerif: boolean): Fonts {
  const key = `${language}/${isSerif}`;
  const known = FONTS.get(key) ?? new Fonts(language, isSerif);
  FONTS.set(key, known);
  return known;
}
