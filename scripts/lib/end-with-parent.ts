import { defectOf } from '@atelier/application/platform/failure-sentence.ts';
import { tellParent } from '@atelier/application/platform/parent-channel.ts';

// Preloaded into the services by the supervisor: when it is killed nothing would stop them, and
// they would hold the port against the next start.
const patience = 15_000;

function endGently(): void {
  setTimeout(() => process.exit(1), patience).unref();
  process.kill(process.pid, 'SIGTERM');
}

process.channel?.unref();
process.once('disconnect', endGently);
process.on('uncaughtExceptionMonitor', (error) => {
  void tellParent({ type: 'end', sentence: defectOf(error), isDefect: true });
});
