import { readFileSync } from 'node:fs';
import type { GatewaySettings } from '@atelier/application/messages/gateway.commands.ts';
import type { PhoneChannel } from '@atelier/domain/shared/message-terms.ts';

/** What the environment says about messages to customers. */
export interface MessageConfig {
  /** Of browsers: links in messages begin with it. */
  readonly publicUrl: string;
  readonly masterKeyFile: string;
  /** Of the SMTP server; undefined = no e-mail can be sent. */
  readonly mailUrl: string | undefined;
  readonly gateway: GatewayConfig | undefined;
  /** After so long an unfinished attempt is followed by another; within half of it, or not at all, its message leaves. */
  readonly attemptMs: number;
}

export const ATTEMPT_MS = 120_000;

/** Where messages to phones are handed over. */
export interface GatewayConfig {
  readonly url: string;
  readonly secretFile: string;
  readonly channel: PhoneChannel;
}

/** @throws when the secret's file cannot be read */
export const readGatewaySettings = ({ url, secretFile }: GatewayConfig): GatewaySettings => ({
  url,
  secret: readFileSync(secretFile, 'utf8').trim(),
});
