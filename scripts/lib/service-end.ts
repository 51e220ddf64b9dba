import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentMessageIn, type EndMessage } from '@atelier/application/platform/parent-channel.ts';
import type { Notices } from './notices.ts';

/** How a process ended, and what it said about it. */
export interface Death {
  readonly how: string;
  readonly said: EndMessage | undefined;
}

const channelPatience = 2_000;

/** What takes a process's messages. */
export interface Receiver {
  readonly notices: Notices;
  readonly onReady: () => void;
  /** The process ends, or would if `node --watch` did not keep it. */
  readonly onEnd: (said: EndMessage) => void;
}

/** Takes a process's messages until it has ended and its channel is empty. */
export async function untilEnd(
  child: ChildProcess,
  name: string,
  { notices, onReady, onEnd }: Receiver,
): Promise<Death> {
  notices.forget(name);
  let said: EndMessage | undefined;
  child.on('message', (value) => {
    const message = parentMessageIn(value);
    if (message?.type === 'end') onEnd((said = message));
    if (message?.type === 'ready') onReady();
    if (message?.type === 'notice') notices.take(name, message);
  });
  const how = await new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
  if (child.connected) await Promise.race([once(child, 'disconnect'), sleep(channelPatience)]);
  return { how, said };
}

/** Never the last line of its log, which may be the end of a stack. */
export function reasonOf({ how, said }: Death, logFile: string): string {
  if (said === undefined) return `it ended (${how}) without saying why, see ${logFile}.`;
  return said.isDefect ? `it has a defect (${said.sentence}), see ${logFile}.` : said.sentence;
}
