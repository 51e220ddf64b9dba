const WHOLE_TEXT = 0x81;

/** The texts of whole WebSocket frames, read apart from how the hub makes them. */
export function textsIn(bytes: Buffer): readonly string[] {
  const texts: string[] = [];
  for (let at = 0; at < bytes.length;) {
    if (bytes.readUInt8(at) !== WHOLE_TEXT) throw new Error('no whole text frame');
    const short = bytes.readUInt8(at + 1);
    const head = { 126: 4, 127: 10 }[short] ?? 2;
    const length = head === 2 ? short : bytes.readUIntBE(at + (head === 4 ? 2 : 4), head === 4 ? 2 : 6);
    texts.push(bytes.toString('utf8', at + head, at + head + length));
    at += head + length;
  }
  return texts;
}
