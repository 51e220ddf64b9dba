import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { loginPage } from './login-page.ts';
import { subjectOf, type Person } from './provider.ts';

type Find = (match: (person: Person) => boolean) => Person | undefined;

/** The provider's own sign-in form: shows it, and takes what was typed. */
export async function answerInteraction(
  provider: Provider,
  find: Find,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await provider.interactionDetails(request, response);
  if (request.method !== 'POST') return show(response, 200);
  const form = new URLSearchParams(await textOf(request));
  if (form.get('cancel') !== null) return refuse(provider, request, response);
  const email = form.get('email')?.trim().toLowerCase();
  const person = find((each) => each.email === email && each.password === form.get('password'));
  if (person === undefined) return show(response, 401);
  const result = { login: { accountId: subjectOf(person) } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

function show(response: ServerResponse, status: 200 | 401): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(loginPage(status === 401));
}

function refuse(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const result = { error: 'access_denied', error_description: 'the person turned back' };
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

const MOST_BYTES = 4096;

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > MOST_BYTES) throw new RangeError('too much was sent');
  }
  return text;
}
