import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SCHEMAS = join(import.meta.dirname, '../../../../../tests/schemas');

/** What of a document does not fit GS1's schema of EPCIS 2.0; the first faults alone. */
export const epcisFaults = (document: unknown): readonly string[] =>
  schemaFaults(join(SCHEMAS, 'gs1-epcis/epcis-json-schema.json'), document);

/** What of a document does not fit the JSON schema in a file. */
export function schemaFaults(file: string, document: unknown): readonly string[] {
  // Published schemas use keywords that strict mode refuses.
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(file, 'utf8')));
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}
