import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGatewayChannel } from '@atelier/application/messages/gateway.commands.ts';
import { openSendWindow } from '@atelier/application/shared/send-window.ts';
import { describe, expect, it } from 'vitest';

describe('messages to phones', () => {
  it('are handed to a gateway, signed, with an id by which it knows a repeated one', async () => {
    const seen: { headers: IncomingHttpHeaders; body: string }[] = [];
    const answers = [503, 422, 204];
    const gateway = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => (body += String(part)));
      request.on('end', () => {
        seen.push({ headers: request.headers, body });
        response.writeHead(answers[seen.length - 1] ?? 204).end();
      });
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    const { port } = gateway.address() as AddressInfo;
    const letter = {
      id: '7.cause',
      channel: 'sms',
      from: { name: 'Maison', address: 'atelier@maison.test' },
      to: '+33612345678',
      words: { subject: 's', body: 'b', footer: 'f' },
      language: 'fr',
      optOut: 'https://atelier.test/messages/x',
    } as const;
    const settings = { url: `http://127.0.0.1:${port}/`, secret: 'shared' };
    const send = (limitMs = 60_000) =>
      createGatewayChannel(settings)(letter, openSendWindow(limitMs), new Date(1_000_000));
    expect(await send()).toEqual({ kind: 'failed', fault: 'unreachable' });
    expect(await send()).toEqual({ kind: 'failed', fault: 'refused' });
    expect(await send()).toEqual({ kind: 'sent', to: '+33612345678' });
    expect(await send(0)).toEqual({ kind: 'too_late' });
    expect(seen).toHaveLength(3);
    const [first] = seen;
    const expected = createHmac('sha256', 'shared')
      .update(`7.cause.1000.${first?.body ?? ''}`)
      .digest('base64');
    expect(first?.headers).toMatchObject({ 'webhook-id': '7.cause', 'webhook-signature': `v1,${expected}` });
    expect(JSON.parse(first?.body ?? '')).toMatchObject({ channel: 'sms', to: '+33612345678' });
    gateway.close();
  });
});
