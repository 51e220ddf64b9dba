-- Why pieces come back and what it costs. Names are kept in the product's seven languages as
-- {"en": …, "zh-CN": …, "zh-TW": …, "fr": …, "es": …, "ja": …, "ar": …}.

create table rma_reasons (
  id        integer primary key,
  names     jsonb not null check (names ? 'en'),
  sort      integer not null,
  is_active boolean not null default true,
  version   integer not null default 0,
  position  bigint not null default 0
);
comment on table rma_reasons is
  'Reasons that shops claim and factories find (product/rma.md §8). Switched off by an event, never deleted: old items still name them (product/reference.md §2).';
comment on column rma_reasons.names is 'By language, English always.';
comment on column rma_reasons.sort is 'Place in lists.';
comment on column rma_reasons.is_active is 'Only active ones are offered.';
comment on column rma_reasons.version is 'Of the stream that switches it; 0 while it was only imported.';

create table rma_sub_reasons (
  id                integer primary key,
  reason_id         integer not null references rma_reasons (id),
  names             jsonb not null check (names ? 'en'),
  descriptions      jsonb not null check (descriptions ? 'en'),
  sort              integer not null,
  is_active         boolean not null default true,
  is_under_warranty boolean not null,
  version           integer not null default 0,
  position          bigint not null default 0
);
create index rma_sub_reasons_by_reason on rma_sub_reasons (reason_id, sort);
comment on table rma_sub_reasons is
  'Sub-reasons; each belongs to its reason for good (product/reference.md §2).';
comment on column rma_sub_reasons.names is 'By language, English always.';
comment on column rma_sub_reasons.descriptions is 'By language, English always.';
comment on column rma_sub_reasons.is_under_warranty is 'Covered by the warranty (product/reference.md §2).';
comment on column rma_sub_reasons.version is 'Of the stream that switches it; 0 while it was only imported.';

create table repair_fees (
  sub_reason_id integer not null references rma_sub_reasons (id),
  country       char(2) not null references countries (code),
  currency      char(3) not null,
  amount        bigint not null check (amount >= 0),
  primary key (sub_reason_id, country, currency)
);
comment on table repair_fees is 'The listed price of a sub-reason in a country, for repairs out of warranty (product/repair.md §12).';
comment on column repair_fees.amount is 'Minor units of the currency (ISO 4217).';

create table shipping_fees (
  country     char(2) not null references countries (code),
  destination text not null check (destination in ('store', 'client')),
  allowed     boolean not null,
  amount      bigint not null check (amount >= 0),
  currency    char(3) not null,
  primary key (country, destination)
);
comment on table shipping_fees is 'What sending a piece back costs, and whether it may be sent there at all.';
comment on column shipping_fees.destination is 'store = to the shop, client = to the client''s door.';
comment on column shipping_fees.amount is 'Minor units of the currency (ISO 4217).';

create table reject_reasons (
  id        integer primary key,
  audience  text not null check (audience in ('store', 'operation')),
  names     jsonb not null check (names ? 'en'),
  sort      integer not null,
  is_active boolean not null default true
);
comment on table reject_reasons is 'Reasons to reject a repair: the store''s list and operation''s (product/rma.md §6).';
comment on column reject_reasons.names is 'By language, English always.';

create table stage_settings (
  status_id    integer primary key check (status_id between 1 and 21),
  target_hours integer check (target_hours > 0),
  wip_limit    integer check (wip_limit > 0)
);
comment on table stage_settings is
  'How long an item should stay at a status and how many may be there at once, per site (product/dashboard.md §3).';
comment on column stage_settings.target_hours is 'Hours an item should stay; null = no target.';
comment on column stage_settings.wip_limit is 'Items that may stand there at once; null = no limit.';

grant select on rma_reasons, rma_sub_reasons, repair_fees, shipping_fees, reject_reasons, stage_settings
  to atelier_app, atelier_projector;
grant insert, update on rma_reasons, rma_sub_reasons, repair_fees, shipping_fees, reject_reasons to atelier_app;
