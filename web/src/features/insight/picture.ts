const SCALE = 2;
/** What a picture needs of the page's style sheet, which it does not see. */
const DRAWN = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'paint-order',
];

/** The chart inside an element as a PNG of twice its size; null where none is drawn. */
export async function pictureOf(box: HTMLElement): Promise<Blob | null> {
  const svg = box.querySelector<SVGSVGElement>('svg.recharts-surface, svg.figure-drawing');
  if (svg === null) return null;
  const { width, height } = svg.getBoundingClientRect();
  const source = new XMLSerializer().serializeToString(withStyles(svg, width, height));
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  pen.fillStyle = getComputedStyle(box.closest('.panel') ?? box).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

function withStyles(svg: SVGSVGElement, width: number, height: number): SVGSVGElement {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a copy of an svg is an svg
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const copies = copy.querySelectorAll<SVGElement>('*');
  svg.querySelectorAll<SVGElement>('*').forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of DRAWN) copies[index]?.style.setProperty(name, style.getPropertyValue(name));
  });
  return copy;
}
