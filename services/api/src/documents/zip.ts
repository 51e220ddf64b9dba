import { crc32 } from 'node:zlib';

/** A file of an archive. Names are ASCII, with `/` between folders. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** 1 January 1980, the first day a ZIP knows: the same files are the same archive. */
const DAY = 0x0021;

/** A ZIP archive without compression (PKWARE APPNOTE 6.3): its pictures are compressed already, and any tool opens it. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'ascii');
    const local = Buffer.concat([headOf(LOCAL, entry, name), name, entry.bytes]);
    parts.push(local);
    central.push(Buffer.concat([centralOf(entry, name, offset), name]));
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  return Buffer.concat([...parts, directory, endOf(entries.length, directory.length, offset)]);
}

/** Version, flags, method, time, day, checksum, sizes, lengths of name and extra field: in both headers the same. */
function fieldsOf({ bytes }: ZipEntry, name: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(DAY, 8);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

const signed = (signature: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
};

const headOf = (signature: number, entry: ZipEntry, name: Buffer): Buffer =>
  Buffer.concat([signed(signature), fieldsOf(entry, name)]);

function centralOf(entry: ZipEntry, name: Buffer, offset: number): Buffer {
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(VERSION);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([signed(CENTRAL), madeBy, fieldsOf(entry, name), rest]);
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
