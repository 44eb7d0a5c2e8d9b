-- Who last gave the password of the mail server is asked before a link is mailed; the book of events is long.
create index audit_event_mail_password on audit_event (id) where kind = 'mail-password-set';
