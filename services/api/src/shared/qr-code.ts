import bwip from 'bwip-js/node';

/** A QR code as a picture for a screen: an SVG as a data URL, dark on white with its quiet zone. */
export function qrCode(text: string): string {
  const options = { bcid: 'qrcode', text, padding: 4, backgroundcolor: 'ffffff', eclevel: 'M' };
  return `data:image/svg+xml;base64,${Buffer.from(bwip.toSVG(options)).toString('base64')}`;
}
