import { describe, expect, it } from 'vitest';
import {
  newWebhook,
  replayBody,
  replayIssues,
  valuesOf,
  webhookBody,
  webhookIssues,
} from './webhook-values.ts';
import type { WebhookView } from './queries.ts';

const values = { name: ' Shop ', url: ' https://hooks.example/in ', site_id: '', types: ['fee.paid'] };

describe('the form of an endpoint', () => {
  it('wants a name, an address and an event', () => {
    expect(webhookIssues(values)).toEqual({});
    expect(webhookIssues(newWebhook(''))).toEqual({
      name: 'required',
      url: 'required',
      types: 'types_required',
    });
    expect(webhookIssues({ ...values, url: 'hooks.example' })).toEqual({ url: 'url_invalid' });
  });

  it('sends no site for every site, and nothing of what stands around', () => {
    const body = { name: 'Shop', url: 'https://hooks.example/in', types: ['fee.paid'], site_id: null };
    expect(webhookBody(values)).toEqual(body);
    expect(webhookBody({ ...values, site_id: '3' })).toEqual({ ...body, site_id: 3 });
  });

  it('shows an endpoint as it is', () => {
    const view = {
      name: 'Shop',
      url: 'https://hooks.example/',
      site: null,
      types: ['fee.paid'],
    } as unknown as WebhookView;
    expect(valuesOf(view)).toEqual({
      name: 'Shop',
      url: 'https://hooks.example/',
      site_id: '',
      types: ['fee.paid'],
    });
  });
});

describe('the form of a replay', () => {
  it('wants a position from 1 on, or a time', () => {
    expect(replayIssues({ position: '', since: '' })).toEqual({ position: 'one_of_two' });
    for (const position of ['0', '-1', '1.5', 'x', '1234567890123456'])
      expect(replayIssues({ position, since: '' })).toEqual({ position: 'position' });
    expect(replayIssues({ position: '1', since: '' })).toEqual({});
    expect(replayIssues({ position: '', since: '2026-11-23T08:00' })).toEqual({});
  });

  it('sends the position where there is one, and the moment in UTC else', () => {
    expect(replayBody(4, { position: ' 17 ', since: '2026-11-23T08:00' })).toEqual({ id: 4, position: 17 });
    const since = new Date('2026-11-23T08:00').toISOString();
    expect(replayBody(4, { position: '', since: '2026-11-23T08:00' })).toEqual({ id: 4, since });
  });
});
