-- The product's queries are many and short. Compiling one to machine code costs more than running it: with JIT on,
-- as PostgreSQL has it by default, a move of the horizon took 0.1 to 0.6 s. Off for every function with a body of its
-- own (those of one SQL expression are inlined into the caller, whose session has it off), whoever calls it.
do $$
declare
  f regprocedure;
begin
  for f in
    select p.oid::regprocedure
      from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      join pg_language l on l.oid = p.prolang
     where n.nspname = 'public' and l.lanname = 'plpgsql' and p.prorettype <> 'trigger'::regtype
  loop
    execute format('alter routine %s set jit = off', f);
  end loop;
end $$;
