-- How many have begun and completed a quiz is the sum of two dimensions of its tallies; the triggers counted it twice.
DROP TRIGGER quiz_counts_begin;
DROP TRIGGER count_started;
DROP TRIGGER count_completed;
DROP TRIGGER count_erased;
DROP TABLE record_counts;
