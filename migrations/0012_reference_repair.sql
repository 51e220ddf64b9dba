-- Why pieces come back and what it costs. Names are kept in the product's seven languages as
-- {"en": …, "zh-CN": …, "zh-TW": …, "fr": …, "es": …, "ja": …, "ar": …}.
-- Reasons and sub-reasons are switched off, never deleted: old items still name them.

create table rma_reasons (
  id        integer primary key,
  names     jsonb not null check (names ? 'en'),
  sort      integer not null,
  is_active boolean not null default true,
  version   integer not null default 0,
  position  bigint not null default 0
);

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
comment on column rma_sub_reasons.is_under_warranty is 'Covered by the warranty (product.md §13).';
create index rma_sub_reasons_by_reason on rma_sub_reasons (reason_id, sort);

create table repair_fees (
  sub_reason_id integer not null references rma_sub_reasons (id),
  country       char(2) not null references countries (code),
  currency      char(3) not null,
  amount        bigint not null check (amount >= 0),
  primary key (sub_reason_id, country, currency)
);
comment on column repair_fees.amount is 'Minor units of the currency (ISO 4217); out of warranty only.';

create table shipping_fees (
  country     char(2) not null references countries (code),
  destination text not null check (destination in ('store', 'client')),
  allowed     boolean not null,
  amount      bigint not null check (amount >= 0),
  currency    char(3) not null,
  primary key (country, destination)
);

create table reject_reasons (
  id        integer primary key,
  audience  text not null check (audience in ('store', 'operation')),
  names     jsonb not null check (names ? 'en'),
  sort      integer not null,
  is_active boolean not null default true
);

create table stage_settings (
  status_id    integer primary key check (status_id between 1 and 21),
  target_hours integer check (target_hours > 0),
  wip_limit    integer check (wip_limit > 0)
);
comment on table stage_settings is 'How long an item should stay at a status and how many may be there at once, per site.';

grant select on rma_reasons, rma_sub_reasons, repair_fees, shipping_fees, reject_reasons, stage_settings
  to atelier_app, atelier_projector;

-- Switching one off is an event; its row comes with the append.
select register_inline_table('rma_reasons');
select register_inline_table('rma_sub_reasons');
