import { DEPOSIT_ISSUES } from '@atelier/domain/deposit/deposit-issue.ts';
import { describe, expect, it } from 'vitest';
import en from '@atelier/contracts/locales/en/deposit.json' with { type: 'json' };
import { serverIssues } from './issue-words.ts';

const told = (path: string, code: string) => serverIssues([{ path, code, message: 'in English' }])[0];
const sentences = new Set(Object.keys(en.error));

describe('what the server refuses', () => {
  it.each([
    ['phone', 'invalid_phone', 'phone', 'phone_format'],
    ['phone', 'phone_owned_by_crm', 'phone', 'phone_format'],
    ['delivery', 'delivery_not_allowed', 'delivery', 'delivery'],
    ['items.1.invoice_number', 'invoice_check_again', 'items.1.invoice_number', 'invoice_check_again'],
    ['items.1.images', 'images_required', 'items.1.images', 'images'],
    ['items.0.images.2', 'image_unknown', 'items.0.images', 'image_unknown'],
    ['items.0.reasons', 'reason_not_offered', 'items.0.reasons', 'reason_not_offered'],
    ['items.0.exchange_survey', 'exchange_survey_required', 'items.0.survey_reason', 'survey_reason'],
    [
      'items.0.exchange_survey.comment',
      'exchange_comment_required',
      'items.0.survey_comment',
      'survey_comment',
    ],
    ['items.0.fake_product.image', 'fake_product_image_required', 'items.0.fake_image', 'fake_image'],
    ['items.0.fake_product.remark', 'text_too_long', 'items.0.fake_remark', 'remark_long'],
    [
      'items.0.warranty_override.reason',
      'warranty_override_reason_required',
      'items.0.override_reason',
      'override_reason',
    ],
    [
      'items.0.warranty_override',
      'warranty_override_forbidden',
      'items.0.override_reason',
      'override_forbidden',
    ],
    ['items.0.certificate_no', 'certificate_unknown', 'items.0.sequence_number', 'certificate_unknown'],
    ['items.0.sequence_number', 'sequence_number_unchecked', 'items.0.sequence_number', 'sequence_number'],
    ['signature.image', 'invalid_image', 'signature', 'signature_invalid'],
  ])('%s: %s is said at %s', (path, code, field, sentence) => {
    expect(told(path, code)).toEqual({ path: field, code: sentence });
  });

  it('counts words of remarks alone: a name that is too long is asked for again', () => {
    expect(told('firstname', 'text_too_long')).toEqual({ path: 'firstname', code: 'firstname' });
    expect(told('items.0.serial_number', 'text_too_long')?.code).toBe('other');
  });

  /** Fields whose code is not their name and "required". */
  const FIELDS: Readonly<Record<string, string>> = {
    exchange_survey: 'exchange_survey',
    exchange_comment: 'exchange_survey.comment',
    fake_product_image: 'fake_product.image',
    fake_product_remark: 'fake_product.remark',
    warranty_override_reason: 'warranty_override.reason',
    invalid_value: 'total_weight',
    text_too_long: 'store_remark',
  };

  it.each(DEPOSIT_ISSUES.map((code) => [code]))('%s has a separate sentence', (code) => {
    const field = code.replace(/_(required|unchecked)$/, '');
    const issue = told(`items.0.${FIELDS[field] ?? field}`, code);
    expect(issue?.code).not.toBe('other');
    expect(sentences.has(issue?.code ?? ''), issue?.code).toBe(true);
  });

  it('says "please check" of a code that is newer than the form', () => {
    expect(told('items.0.total_weight', 'from_next_year')).toEqual({
      path: 'items.0.total_weight',
      code: 'other',
    });
  });
});
