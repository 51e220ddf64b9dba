import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { type CodeMemory, remember } from './repeat-gate.ts';

/** What stands on our labels, on carriers' and on boxes. */
const FORMATS = ['qr_code', 'code_128', 'ean_13', 'ean_8'] as const;
const LOOK_EVERY_MS = 140;

// Its own default is a foreign host: the reader comes from ours.
void prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });

/**
 * Reads codes from the running video until `signal` aborts; each counts once while it is in sight. The same reader in every
 * browser: some have one built in, and each of those reads other labels.
 */
export async function readCodes(
  video: HTMLVideoElement,
  memory: CodeMemory,
  onCode: (code: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const detector = new BarcodeDetector({ formats: [...FORMATS] });
  let before = performance.now();
  while (!signal.aborted) {
    if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
      const found = await detector.detect(video);
      if (signal.aborted) return;
      const now = performance.now();
      const codes = found.map(({ rawValue }) => rawValue);
      remember(memory, codes, now - before).forEach(onCode);
      before = now;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
