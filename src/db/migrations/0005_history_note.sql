-- Why a step went to whom it did: vacancy, conflict of interest, last possible administrator.
alter table project_history add column note text;
