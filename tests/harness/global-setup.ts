import { startPostgres, type TestPostgres } from './postgres.ts';

let postgres: TestPostgres | undefined;

/** Starts one PostgreSQL for the whole run of the `int` project. */
export async function setup(): Promise<void> {
  postgres = await startPostgres();
}

/** Stops it and removes its folder. */
export async function teardown(): Promise<void> {
  await postgres?.stop();
}
