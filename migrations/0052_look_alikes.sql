-- Letters of one script that stand for those of another are compared as what they look like. Whoever has a name with
-- letters of two scripts, or of Latin letters that all look like Cyrillic ones, is compared with all lists again.

update screening_subjects set is_due = true
  where (select generation from screening_state) > 0
    and compared->>'names' ~ '[A-Za-zÀ-ɏ]'
    and (compared->>'names' ~ '[Ͱ-ԯ]' or compared->>'names' !~ '[bdfghk-nq-wzDFGLNQRSUVWZ]');
