/** Where queues live when PostgreSQL carries them: a separate schema, and the role that may use it. */
export const QUEUE_SCHEMA = 'bullmq';
export const QUEUE_ROLE = 'atelier_jobs';
