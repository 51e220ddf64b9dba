import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOcsfCheck } from './testing-ocsf-schema.ts';

// The schemas that the standards publish, as they lie in tests/schemas. Those of OCEL and EPCIS are JSON schemas.

const SCHEMAS = join(import.meta.dirname, '../../../../../tests/schemas');

/** What of a document does not fit GS1's schema of EPCIS 2.0; the first faults alone. */
export const epcisFaults = (document: unknown): readonly string[] =>
  faultsBy('gs1-epcis/epcis-json-schema.json', document);

/** What of a document does not fit the schema of OCEL 2.0 in JSON; the first faults alone. */
export const ocelFaults = (document: unknown): readonly string[] =>
  faultsBy('ocel/ocel20-schema-json.json', document);

/** What of a line does not fit OCSF 1.8.0. */
export const ocsfFaults = createOcsfCheck(join(SCHEMAS, 'ocsf'));

const compiled = new Map<string, ValidateFunction>();

function faultsBy(file: string, document: unknown): readonly string[] {
  const validate = compiled.get(file) ?? compile(file);
  compiled.set(file, validate);
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}

function compile(file: string): ValidateFunction {
  // Published schemas use keywords that strict mode refuses.
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(readFileSync(join(SCHEMAS, file), 'utf8')));
}
