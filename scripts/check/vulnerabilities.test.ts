import { describe, expect, it } from 'vitest';
import { readAudit } from './vulnerabilities.ts';

const advisory = (severity: string, id: string) => ({
  severity,
  title: 'Reads too much',
  url: `https://github.com/advisories/${id}`,
});
const report = (...via: readonly unknown[]) => JSON.stringify({ vulnerabilities: { pkg: { via } } });

describe('what the registry holds against a package', () => {
  it('is reported with its reason when it is high or critical', () => {
    expect(readAudit(report(advisory('high', 'GHSA-1'), advisory('critical', 'GHSA-2')), [])).toEqual([
      'pkg: critical, Reads too much (https://github.com/advisories/GHSA-2)',
      'pkg: high, Reads too much (https://github.com/advisories/GHSA-1)',
    ]);
  });

  it('is nothing when it is moderate, only handed on by another package, or accepted with a reason', () => {
    const known = [{ id: 'GHSA-3', reason: 'never reached' }];
    expect(
      readAudit(report(advisory('moderate', 'GHSA-1'), 'other', advisory('high', 'GHSA-3')), known),
    ).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['a refusal of the registry', '{"message":"405 Method Not Allowed","statusCode":405}'],
    ['something else', 'npm error'],
  ])('is not known when the answer is %s', (_, text) => {
    expect(readAudit(text, [])).toBeUndefined();
  });
});
