import { randomBytes, randomInt } from 'node:crypto';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { CAPTCHA_SIGNS, strokesOf, type Point } from './captcha-glyphs.ts';

const WIDTH = 150;
const HEIGHT = 48;
const LENGTH = 5;
const GRID = { width: 4, height: 6 } as const;
const INK = ['#2f3e46', '#5a3e36', '#38405f', '#4a4238'] as const;

/** Random signs of the captcha's own alphabet. */
export function randomAnswer(): string {
  return Array.from({ length: LENGTH }, () => CAPTCHA_SIGNS[randomInt(CAPTCHA_SIGNS.length)] ?? '').join('');
}

/** Draws the answer as a PNG data URL of 150 × 48: every sign turned, stretched and shaken, under noise. */
export function drawCaptcha(answer: string): string {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#f4efe6';
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  drawNoise(pen, 5, 0.7);
  const signs = answer.toUpperCase().slice(0, 8).split('');
  const step = (WIDTH - 20) / Math.max(signs.length, LENGTH);
  signs.forEach((sign, index) => drawSign(pen, sign, 14 + index * step));
  drawNoise(pen, 4, 1.2);
  return `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`;
}

function drawSign(pen: SKRSContext2D, sign: string, left: number): void {
  pen.save();
  pen.translate(left + 7, HEIGHT / 2 + between(-4, 4));
  pen.rotate(between(-0.35, 0.35));
  pen.scale(between(3.2, 4.1), between(3.8, 4.8));
  pen.lineWidth = between(0.5, 0.75);
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.strokeStyle = INK[randomInt(INK.length)] ?? INK[0];
  for (const stroke of strokesOf(sign)) drawStroke(pen, stroke);
  pen.restore();
}

function drawStroke(pen: SKRSContext2D, stroke: readonly Point[]): void {
  pen.beginPath();
  for (const { x, y } of stroke) {
    pen.lineTo(x - GRID.width / 2 + between(-0.18, 0.18), y - GRID.height / 2 + between(-0.18, 0.18));
  }
  pen.stroke();
}

function drawNoise(pen: SKRSContext2D, lines: number, width: number): void {
  pen.lineWidth = width;
  for (let line = 0; line < lines; line += 1) {
    pen.strokeStyle = `${INK[randomInt(INK.length)] ?? INK[0]}99`;
    pen.beginPath();
    pen.moveTo(between(0, WIDTH * 0.2), between(0, HEIGHT));
    pen.bezierCurveTo(
      between(WIDTH * 0.2, WIDTH * 0.5),
      between(0, HEIGHT),
      between(WIDTH * 0.5, WIDTH * 0.8),
      between(0, HEIGHT),
      between(WIDTH * 0.8, WIDTH),
      between(0, HEIGHT),
    );
    pen.stroke();
  }
}

/** Unpredictable on purpose: a captcha drawn from a known seed could be drawn again by a program. */
function between(low: number, high: number): number {
  return low + (randomBytes(4).readUInt32BE() / 2 ** 32) * (high - low);
}
