-- Archives of the log are numbered (decisions/0205): the name of one that was put back is never given again, as the files stay.
create sequence event_archive_number as bigint cache 1;
