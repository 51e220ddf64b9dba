import type { Fault } from '@atelier/host/fault.ts';
import type { FolderLock } from '@atelier/host/data-folder.ts';
import type { KeptPostgres } from './keep-postgres.ts';
import type { Service } from './service.ts';

/** The running parts of a system, stopped in order: services first, the database they use last. */
export class Parts {
  readonly #lock: FolderLock;
  readonly #services: Service[] = [];
  readonly #gaveUp = Promise.withResolvers<string>();
  #postgres: Promise<KeptPostgres | undefined> = Promise.resolve(undefined);
  #kept: KeptPostgres | undefined;
  #stopped: Promise<void> | undefined;

  constructor(lock: FolderLock) {
    this.#lock = lock;
  }

  /** The server may still be starting when everything is stopped. */
  setPostgres(postgres: Promise<KeptPostgres | undefined>): void {
    this.#postgres = postgres;
    postgres.then(
      (kept) => {
        this.#kept = kept;
        void kept?.gaveUp.then(this.#gaveUp.resolve);
      },
      () => undefined,
    );
  }

  addService(service: Service): void {
    this.#services.push(service);
    void service.gaveUp.then(this.#gaveUp.resolve);
    // A service made after the stop began would never be stopped.
    if (this.#stopped !== undefined) void service.stop();
  }

  /** Of the embedded server, when there is one. */
  async serverLogs(): Promise<readonly string[]> {
    const postgres = await this.#postgres;
    return postgres === undefined ? [] : [postgres.logFile];
  }

  /** Why the embedded server ended or ends, when it names a trouble. */
  databaseTrouble(): Fault | undefined {
    return this.#kept?.trouble();
  }

  /** Settles with the sentence of the first service that did not start. */
  gaveUp(): Promise<string> {
    return this.#gaveUp.promise;
  }

  /** Settles when every service that says so runs. */
  async ready(): Promise<void> {
    await Promise.all(this.#services.map((service) => service.ready));
  }

  /** From now on a death of a service is answered by a new start. */
  settled(): void {
    this.#kept?.settled();
    for (const service of this.#services) service.settled();
  }

  /** Ends everything at once, without waiting for anything. */
  kill(): void {
    for (const service of this.#services) service.kill();
    this.#kept?.kill();
    this.#lock.release();
  }

  /** Stops everything once; later calls wait for the first. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  async #stopAll(): Promise<void> {
    await Promise.all(this.#services.map((service) => service.stop()));
    const postgres = await this.#postgres.catch(() => undefined);
    await postgres?.stop();
    this.#lock.release();
  }
}
