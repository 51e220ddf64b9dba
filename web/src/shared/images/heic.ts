import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url';

/** What is used of the decoder; its own types speak of its C functions only. */
interface HeifPicture {
  get_width: () => number;
  get_height: () => number;
  is_primary: () => boolean | number;
  display: (target: ImageData, done: (drawn: ImageData | null) => void) => void;
  free: () => void;
}
interface Heif {
  HeifDecoder: new () => { decode: (bytes: ArrayBuffer) => HeifPicture[] };
}
type StartHeif = (options: { locateFile: () => string; onRuntimeInitialized: () => void }) => Heif;

const BRANDS = /^(hei[cmsx]|hev[cmsx]|mif1|msf1)$/;
/** Twice what the largest telephone camera delivers; more would be made to fill the memory. */
const MOST_PIXELS = 120_000_000;

/** A HEIF file begins with a box `ftyp` and its brand, whatever its name says. */
export async function looksLikeHeic(file: Blob): Promise<boolean> {
  const head = new TextDecoder('latin1').decode(await file.slice(4, 12).arrayBuffer());
  return head.startsWith('ftyp') && BRANDS.test(head.slice(4));
}

let started: Promise<Heif> | undefined;

/** The decoder and its WebAssembly are fetched from our own host when the first such picture comes. */
function startHeif(): Promise<Heif> {
  started ??= import('libheif-js/libheif-wasm/libheif.js').then(
    ({ default: start }) =>
      new Promise<Heif>((resolve) => {
        const heif = (start as unknown as StartHeif)({
          locateFile: () => wasmUrl,
          onRuntimeInitialized: () => queueMicrotask(() => resolve(heif)),
        });
      }),
  );
  return started;
}

/** The file's main picture, already turned upright: the decoder applies the turns that the file asks for. */
export async function decodeHeic(file: Blob): Promise<OffscreenCanvas> {
  const { HeifDecoder } = await startHeif();
  const pictures = new HeifDecoder().decode(await file.arrayBuffer());
  const picture = pictures.find((one) => one.is_primary()) ?? pictures[0];
  if (!picture) throw new Error('no picture in the file');
  const [width, height] = [picture.get_width(), picture.get_height()];
  if (width * height > MOST_PIXELS) throw new Error('more pixels than a camera has');
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.putImageData(await pixelsOf(picture, new ImageData(width, height)), 0, 0);
  pictures.forEach((one) => one.free());
  return canvas;
}

const pixelsOf = (picture: HeifPicture, target: ImageData): Promise<ImageData> =>
  new Promise((resolve, reject) =>
    picture.display(target, (drawn) => (drawn ? resolve(drawn) : reject(new Error('could not be decoded')))),
  );
