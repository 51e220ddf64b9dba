import { SIGNATURE_LIMITS } from '@atelier/domain/contract/limits.ts';

/** A point of a stroke in the pad's own box, 0..1 both ways, with the pen's pressure when it has one. */
export type InkPoint = [x: number, y: number, pressure?: number];
export type InkStroke = InkPoint[];

export interface Signature {
  readonly strokes: InkStroke[];
  /** PNG as a data URL, black on white: what paper and other screens show. */
  readonly image: string;
}

const PICTURE = { width: 640, height: 220 } as const;
const INK = '#14213d';
const PEN = 2.4;

const round = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;

/** A pointer's position inside the pad's box. */
export function inkPoint(
  event: Pick<PointerEvent, 'clientX' | 'clientY' | 'pressure' | 'pointerType'>,
  box: DOMRect,
): InkPoint {
  const point: InkPoint = [
    round((event.clientX - box.left) / box.width),
    round((event.clientY - box.top) / box.height),
  ];
  if (event.pointerType === 'pen') point.push(Math.round(event.pressure * 100) / 100);
  return point;
}

/** Draws strokes over the whole canvas: smooth through the middles of neighbouring points. */
export function drawInk(
  context: CanvasRenderingContext2D,
  strokes: readonly InkStroke[],
  colour = INK,
): void {
  const { width, height } = context.canvas;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = colour;
  context.lineWidth = (PEN * width) / PICTURE.width;
  for (const stroke of strokes)
    drawStroke(
      context,
      stroke.map(([x, y]) => [x * width, y * height]),
    );
}

function drawStroke(context: CanvasRenderingContext2D, points: readonly (readonly [number, number])[]): void {
  const [first] = points;
  if (first === undefined) return;
  context.beginPath();
  context.moveTo(first[0], first[1]);
  // A dot is a stroke too.
  if (points.length === 1) context.lineTo(first[0] + 0.1, first[1]);
  points.slice(1).forEach(([x, y], index) => {
    const before = points[index] ?? first;
    context.quadraticCurveTo(before[0], before[1], (before[0] + x) / 2, (before[1] + y) / 2);
  });
  context.stroke();
}

function picture(draw: (context: CanvasRenderingContext2D) => void): string {
  const canvas = document.createElement('canvas');
  canvas.width = PICTURE.width;
  canvas.height = PICTURE.height;
  const context = canvas.getContext('2d');
  if (context === null) return '';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  draw(context);
  return canvas.toDataURL('image/png');
}

/** A signature from what was drawn; null while there is too little ink to be one. */
export function drawnSignature(strokes: readonly InkStroke[]): Signature | null {
  const points = strokes.reduce((sum, stroke) => sum + stroke.length, 0);
  if (points < 4) return null;
  const kept = strokes.map((stroke) => thinned(stroke));
  return { strokes: kept, image: picture((context) => drawInk(context, kept)) };
}

function thinned(stroke: InkStroke): InkStroke {
  const step = Math.ceil(stroke.length / SIGNATURE_LIMITS.pointsPerStroke);
  return step <= 1 ? stroke : stroke.filter((_, index) => index % step === 0);
}

const ROW_STEP = 5;
const MOST_RUNS = 480;

/** The inked stretches of every few rows of a picture, as strokes: a typed name then has ink like a drawn one. */
export function inkRuns(data: Uint8ClampedArray, width: number, height: number): InkStroke[] {
  const runs: InkStroke[] = [];
  for (let y = 0; y < height && runs.length < MOST_RUNS; y += ROW_STEP) {
    let start = -1;
    for (let x = 0; x <= width; x += 1) {
      const isInk = x < width && (data[(y * width + x) * 4] ?? 255) < 128;
      if (isInk && start < 0) start = x;
      if (isInk || start < 0) continue;
      runs.push([
        [round(start / width), round(y / height)],
        [round(x / width), round(y / height)],
      ]);
      start = -1;
    }
  }
  return runs.slice(0, MOST_RUNS);
}

function writeName(context: CanvasRenderingContext2D, text: string): void {
  const size = Math.min(72, (PICTURE.width * 1.5) / Math.max(10, text.length));
  context.fillStyle = INK;
  context.font = `italic 500 ${size}px 'Cormorant Garamond', 'Noto Sans SC Variable', 'Noto Sans Arabic Variable', serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, PICTURE.width / 2, PICTURE.height / 2, PICTURE.width - 40);
}

/** A typed name as a signature, for hands that cannot draw: the name as a picture, and its ink as strokes. */
export function typedSignature(name: string): Signature | null {
  const text = name.trim();
  if (text.length < 2) return null;
  let strokes: InkStroke[] = [];
  const image = picture((context) => {
    writeName(context, text);
    const { data, width, height } = context.getImageData(0, 0, PICTURE.width, PICTURE.height);
    strokes = inkRuns(data, width, height);
  });
  return strokes.length === 0 ? null : { strokes, image };
}
