interface BrowserSystem {
  readonly url: string;
  /** Undefined for a system that the tests did not start. */
  readonly dataFolder?: string;
}

/** The systems of this run, one for each worker of Playwright. Without any while Playwright only lists the tests. */
function systems(): readonly BrowserSystem[] {
  const running = process.env['ATELIER_URL'];
  if (running !== undefined) return [{ url: running }];
  const started: readonly BrowserSystem[] = JSON.parse(process.env['ATELIER_SYSTEMS'] ?? '[]');
  return started;
}

/** The system under test in this process. */
const system = systems()[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)];

export const systemUrl = system?.url ?? '';
export const dataFolder = system?.dataFolder;
