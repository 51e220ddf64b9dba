import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInAs } from '../testing/testing-api.ts';
import { csv, ImportWorld, prices, type Bytes } from './testing-import.ts';

let world: ImportWorld;

beforeAll(async () => {
  world = await ImportWorld.open();
});
afterAll(() => world.api.close());

describe('a file that is not right', () => {
  const XLSX = new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x06, 0x00, 0x08, 0x00, 0x00, 0x00]);
  const LATIN = new Uint8Array([
    ...Buffer.from('sku,currency,amount\r\nA'),
    0xe9,
    ...Buffer.from(',EUR,1\r\n'),
  ]);
  const UTF16 = new Uint8Array([0xff, 0xfe, ...Buffer.from('sku,currency,amount', 'utf16le')]);
  const CASES: readonly (readonly [string, Bytes, string])[] = [
    ['in another encoding', LATIN, 'not_utf8'],
    ['in UTF-16', UTF16, 'not_utf8'],
    ['that is a workbook named .csv', XLSX, 'not_csv'],
    ['with NUL in it', 'sku,currency,amount\r\nA\0,EUR,1\r\n', 'not_csv'],
    ['that is empty', '', 'empty_file'],
    ['that is only blank lines', '\r\n\r\n  \r\n', 'empty_file'],
    ['with a header alone', 'sku,currency,amount\r\n', 'no_rows'],
    ['with a missing column', 'sku,currency\r\nA,EUR\r\n', 'missing_column'],
    ['with a column too many', 'sku,currency,amount,x\r\nA,EUR,1,2\r\n', 'unknown_column'],
    ['with a quotation mark left open', 'sku,currency,amount\r\n"A,EUR,1\r\n', 'bad_quotes'],
    [
      'with a cell of a million characters',
      `sku,currency,amount\r\n${'A'.repeat(1_000_000)},EUR,1\r\n`,
      'cell_too_long',
    ],
    [
      'of more than 100,000 rows',
      `sku,currency,amount\r\n${'AAA,EUR,1\r\n'.repeat(100_001)}`,
      'too_many_rows',
    ],
  ];

  it.each(CASES)(
    '%s is refused with its code, and nothing has changed',
    { timeout: 60_000 },
    async (_, file, code) => {
      const before = await world.rows('select count(*)::int as n, sum(amount)::text as sum from prices');
      const events = (await world.events()).length;
      for (const dryRun of [true, false]) {
        const { status, body } = await world.send('prices', file, { dryRun });
        expect({ status, code: body.code, success: body.success }).toEqual({
          status: 400,
          code,
          success: false,
        });
        expect(body.errors.length).toBeGreaterThan(0);
      }
      expect(await world.rows('select count(*)::int as n, sum(amount)::text as sum from prices')).toEqual(
        before,
      );
      expect(await world.events()).toHaveLength(events);
    },
  );

  it('larger than 20 MB is refused as soon as it is', async () => {
    const row = `${'A'.repeat(9_000)},EUR,1\r\n`;
    const { status, body } = await world.send('prices', `sku,currency,amount\r\n${row.repeat(2_500)}`);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'file_too_large' });
  });

  it('names the row, the column, the SKU and what the cell holds, and of persons never what it holds', async () => {
    const header = 'sku,name,kind,collection,metal,is_gold,sizes,weight_g';
    const wrong = csv(header, `SPOON-1,A spoon,spoon,Aurore,gold,maybe,50,${'9'.repeat(100)}`);
    const { status, body } = await world.send('products', wrong);
    const place = { row: 2, sku: 'SPOON-1' };
    expect([status, body.code]).toEqual([400, 'import_refused']);
    expect(body.errors).toEqual([
      {
        ...place,
        path: '2.kind',
        column: 'kind',
        code: 'bad_choice',
        value: 'spoon',
        message: '“spoon” is not an allowed kind.',
      },
      {
        ...place,
        path: '2.is_gold',
        column: 'is_gold',
        code: 'bad_yes_no',
        value: 'maybe',
        message: 'Write true or false.',
      },
      {
        ...place,
        path: '2.weight_g',
        column: 'weight_g',
        code: 'bad_number',
        value: `${'9'.repeat(40)}…`,
        message: 'This is not a valid number.',
      },
    ]);
    const dry = await world.send('products', wrong, { dryRun: true });
    expect(dry.body.data.lines).toMatchObject([
      { line: 2, sku: 'SPOON-1', errors: [{ column: 'kind', code: 'bad_choice', value: 'spoon' }, {}, {}] },
    ]);
    const person = await world.send(
      'customers',
      csv(
        'id,firstname,lastname,email,phone_code,phone,phone_is_from_crm,language,country,province_id,city_id,postal_code,address,home_store',
        '990003,A,B,camille.at.mail,,,true,fr,FR,,,,,PAR',
      ),
      { dryRun: true },
    );
    expect(person.body.data.lines).toMatchObject([
      { sku: null, errors: [{ column: 'email', code: 'bad_text', value: '' }] },
    ]);
    expect(JSON.stringify(person.body)).not.toContain('camille');
  });

  it('with a doubled key names the second line', async () => {
    const sku = await world.someSku();
    const { body } = await world.send('prices', prices(`${sku},EUR,1`, `${sku},EUR,2`), { dryRun: true });
    expect(body.data.lines).toMatchObject([
      { line: 2, action: 'update' },
      { line: 3, action: 'error', errors: [{ column: 'sku', code: 'double_key', value: sku }] },
    ]);
  });

  it('with a serial that another certificate has is reported, twice in the file too', async () => {
    const [taken] = await world.rows('select serial, sku from certificates order by cert_no limit 1');
    const line = (no: string, serial: string, sequence: string) =>
      `${no},${String(taken?.['sku'])},${serial},${sequence},1,0,1,2026-01-01`;
    const { body } = await world.send(
      'certificates',
      csv(
        'cert_no,sku,serial,sequence_number,gold_g,carats,total_g,issued_on',
        line('CX1', String(taken?.['serial']), 'SQX1'),
        line('CX2', 'NEW1', 'SQX2'),
        line('CX3', 'NEW1', 'SQX3'),
      ),
      { dryRun: true },
    );
    expect(body.data.lines.map((each: { errors: unknown }) => each.errors)).toEqual([
      [{ column: 'serial', code: 'taken', value: taken?.['serial'] }],
      [],
      [{ column: 'serial', code: 'double_value', value: 'NEW1' }],
    ]);
  });

  it('whose certificate is another piece’s, whose currency is not the invoice’s, or whose city lies elsewhere, is reported', async () => {
    const [line] = await world.rows(
      `select i.invoice_no, i.currency, l.line_no, l.size, l.serial, l.amount, l.sku, o.cert_no from invoice_lines l
        join invoices i on i.id = l.invoice_id, lateral (select cert_no from certificates c where c.sku <> l.sku limit 1) o
        where l.cert_no is not null limit 1`,
    );
    const cells = ['invoice_no', 'line_no', 'sku', 'size', 'serial', 'cert_no', 'currency'].map(
      (name) => line?.[name],
    );
    const lines = csv(
      'invoice_no,line_no,sku,size,serial,cert_no,currency,amount',
      [...cells, '1'].join(','),
    );
    const { body } = await world.send('invoice_lines', lines, { dryRun: true });
    expect(body.data.lines[0].errors).toEqual([
      { column: 'cert_no', code: 'does_not_belong', value: line?.['cert_no'] },
    ]);
    const foreign = lines
      .replace(`,${String(line?.['currency'])},1`, ',XOF,1')
      .replace(/,[^,]*,XOF/, ',,XOF');
    const inFrancs = await world.send('invoice_lines', foreign, { dryRun: true });
    expect(inFrancs.body.data.lines[0].errors).toEqual([
      { column: 'invoice_no', code: 'does_not_belong', value: line?.['invoice_no'] },
    ]);
    const [city] = await world.rows(
      `select c.id as city, p.id as province from cities c, provinces p where p.id <> c.province_id limit 1`,
    );
    const customer = await world.send(
      'customers',
      csv(
        'id,firstname,lastname,email,phone_code,phone,phone_is_from_crm,language,country,province_id,city_id,postal_code,address,home_store',
        `990002,A,B,,,,true,fr,FR,${String(city?.['province'])},${String(city?.['city'])},,,PAR`,
      ),
      { dryRun: true },
    );
    expect(customer.body.data.lines[0].errors).toEqual([
      { column: 'city_id', code: 'does_not_belong', value: '' },
    ]);
  });

  it('a missing file, an unknown set and an account without the permission are refused', async () => {
    expect((await world.send('prices', null)).body.code).toBe('file_missing');
    expect((await world.send('passwords', prices('A,EUR,1'))).body.code).toBe('unknown_set');
    const paris = await signInAs(world.app, 'paris');
    expect((await world.send('prices', prices('A,EUR,1'), { as: paris })).status).toBe(403);
  });
});
