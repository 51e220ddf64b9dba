-- Reference data and credentials are compared with what the log recorded of their changes (docs/decisions/0204). The role that compares
-- reads them; it cannot write them.
grant select on user_credentials, second_factors, worker_badges, user_identities, sessions to atelier_projector;
