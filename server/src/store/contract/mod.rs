//! The contract of a store, as one suite of tests for each backend.
//!
//! A test is a function of a [`TestStore`], named below; a name that is missing below shows up as a warning about
//! unused code. A backend joins by implementing [`backend::Backend`] and by one more `contract_on!` line.

mod admins;
mod attempts;
mod audit;
pub(in crate::store) mod backend;
mod changes;
pub(crate) mod cluster;
pub(crate) mod database;
mod drafts;
mod durability;
mod histories;
mod insights;
mod installation;
mod invitations;
mod jobs;
mod keys;
pub(in crate::store) mod migrating;
mod namespaces;
mod offers;
mod one_write;
mod quiz_changes;
mod quiz_deletion;
mod quizzes;
mod quotas;
mod record_changes;
mod record_counts;
mod record_lists;
mod record_queries;
mod records;
mod repairing;
mod replies;
mod run;
pub(crate) mod samples;
mod schedules;
mod secrets;
mod sessions;
mod sizes;
mod test_store;
mod transactions;

use run::tests_on;
use test_store::{Outcome, TestStore};

pub(in crate::store) use test_store::eventually;

macro_rules! contract_on {
    ($backend:ident: $Backend:ident) => {
        tests_on! { $backend: $Backend
            installation {
                a_new_store_has_the_schema_of_this_release
                a_closed_store_has_kept_what_was_begun_and_takes_nothing_more
            }
            secrets {
                a_secret_comes_back_until_it_is_replaced
                secrets_of_all_kinds_are_listed_and_replaced_each_alone
                a_store_written_anew_has_everything
            }
            namespaces {
                a_namespace_comes_back_as_it_was_stored
                an_unknown_namespace_is_not_there
                a_taken_id_is_a_conflict_and_changes_nothing
                namespaces_come_in_the_order_of_the_bytes_of_their_ids
                pages_of_any_size_show_every_namespace_once
                odd_names_come_back_unchanged
            }
            quotas {
                a_namespace_holds_its_own_quizzes_and_nothing_else
                versions_settings_and_drafts_count_with_their_texts
                a_record_counts_from_its_beginning_until_it_is_erased
                expired_attempts_and_records_leave_the_count
                an_invitation_counts_until_its_person_is_erased
                the_count_is_exact_after_many_writes_at_once
                writes_that_fail_count_nothing
                a_quota_of_a_namespaces_own_comes_back_until_it_is_taken_away
            }
            quizzes {
                a_quiz_comes_back_with_all_its_settings_and_questions
                a_quiz_without_any_settings_comes_back_too
                every_kind_and_status_comes_back
                a_taken_quiz_id_is_a_conflict_and_changes_nothing
                an_unknown_quiz_is_not_there
                a_namespace_lists_its_own_quizzes_newest_first
                pages_of_any_size_show_every_quiz_once_also_those_made_at_one_moment
                a_page_goes_on_after_a_quiz_that_was_deleted_meanwhile
                odd_texts_in_a_quiz_come_back_unchanged
            }
            quiz_changes {
                new_settings_replace_the_old_ones
                a_new_version_is_added_and_the_old_one_stays
                a_stored_version_never_changes
                a_quiz_that_is_not_there_cannot_be_changed
            }
            quiz_deletion {
                a_deleted_quiz_is_gone_with_all_that_belongs_to_it
                thousands_of_records_are_erased_before_the_deletion_returns
                deleting_leaves_other_quizzes_alone
                only_a_quiz_that_is_there_can_be_deleted
                nobody_begins_a_quiz_that_was_deleted
                a_purge_without_deleted_quizzes_erases_nothing
            }
            records {
                a_begun_record_comes_back_as_it_was_stored
                beginning_again_returns_the_record_as_it_stands
                beginning_again_completes_custom_data_only_if_there_is_none
                completing_custom_data_is_a_change_that_a_stale_replacement_does_not_undo
                of_many_beginnings_at_once_one_makes_the_record
                every_kind_of_user_comes_back
                one_user_has_a_record_in_each_quiz
                users_whose_ids_look_alike_are_different_people
                an_unknown_record_is_not_there
                odd_custom_data_comes_back_unchanged_and_is_found_again
                custom_data_is_found_by_its_exact_bytes
                the_record_that_was_active_last_is_found_by_custom_data
                custom_data_is_looked_for_in_one_quiz
                erasing_a_user_takes_answers_and_invitation
                erasing_leaves_others_alone
            }
            record_changes {
                an_answer_is_stored_and_the_whole_record_returned
                answering_again_replaces_the_answer
                a_withdrawn_answer_is_gone_and_the_others_stay
                answers_and_withdrawals_at_once_reach_their_own_records
                an_answer_keeps_or_replaces_the_language_and_keeps_custom_data
                answers_to_questions_with_odd_ids_stay_apart
                a_submitted_record_takes_no_answer
                an_answer_to_another_version_is_refused
                an_answer_without_a_record_is_refused
                activity_grows_with_every_answer_also_when_the_clock_goes_back
                sixty_four_answers_at_once_all_land
                of_many_people_who_answer_at_once_each_gets_their_own
                a_submitted_record_comes_back_with_all_its_scores
                scores_of_the_quizs_own_come_back_whole_added_or_replaced
                an_answer_of_every_kind_comes_back
                absent_scores_stay_absent
                a_record_that_changed_since_it_was_seen_is_not_replaced
                activity_grows_with_a_replacement_also_when_the_clock_goes_back
                of_many_replacements_at_once_one_wins
                a_record_that_is_gone_is_not_replaced
            }
            record_lists {
                records_come_in_the_order_of_their_first_activity
                pages_of_any_size_show_every_record_once_also_those_begun_at_one_moment
                a_page_goes_on_after_a_record_that_was_erased_meanwhile
                a_list_is_of_one_quiz
                a_scan_sends_every_record_as_it_is_stored
                a_scan_sends_scores_of_the_quizs_own_whole
                a_scan_sees_one_moment_however_long_it_takes
                a_scan_ends_when_nobody_wants_more
                added_records_come_back_as_they_were_given
                adding_records_again_changes_nothing
                records_are_added_all_or_none
                thousands_of_records_are_added_at_once
            }
            repairing {
                what_an_older_server_wrote_is_put_right_and_nothing_else
                a_retake_through_an_older_server_loses_the_scores_before_it
                a_quiz_that_an_older_server_left_alone_is_not_touched
            }
            record_queries {
                every_filter_in_every_order_shows_what_fits_and_nothing_else
                pages_of_any_filter_and_order_show_every_record_once
                a_filtered_list_is_of_one_quiz
                a_page_goes_on_after_a_record_that_was_submitted_meanwhile
            }
            changes {
                the_record_that_changed_last_comes_last
                an_erased_record_leaves_its_user_and_nothing_else
                a_follower_misses_nothing_while_two_servers_write
                answers_that_two_servers_store_in_one_record_are_all_kept
                rescored_records_change_in_their_scores_alone_and_only_as_they_were_seen
            }
            insights {
                nobody_adds_up_to_nothing
                beginning_counts_on_its_day_and_answering_changes_nothing
                a_submission_counts_its_scores_answers_language_and_time
                a_submission_with_answers_of_every_kind_counts_until_it_is_erased
                a_submission_that_is_stored_again_counts_once
                loaded_records_count_once
                an_erased_person_leaves_no_trace_in_the_figures
                writes_that_fail_leave_the_figures_alone
                the_figures_of_a_quiz_go_with_it_and_those_of_others_stay
                people_stop_at_the_first_question_that_is_open
                people_stop_in_the_version_that_they_began
                stops_are_of_those_who_began_last
            }
            sizes {
                a_list_of_quizzes_has_their_languages_and_ends_once_it_is_large
                pages_of_records_end_once_they_are_large
                pages_of_attempts_end_once_they_are_large
                an_answer_does_not_make_a_record_larger_than_its_bound
                a_quiz_that_is_read_again_keeps_its_definition_until_there_is_another
                figures_are_of_the_latest_versions
                as_many_records_are_looked_at_for_stops_as_the_budget_allows
            }
            attempts {
                the_next_attempt_takes_the_place_of_the_one_that_was_submitted
                attempts_are_read_newest_first_and_in_pages
                a_past_attempt_keeps_scores_of_the_quizs_own
                custom_data_stays_from_attempt_to_attempt
                only_what_was_submitted_makes_room
                a_record_that_changed_since_it_was_seen_does_not_make_room
                of_many_retakes_at_once_one_makes_an_attempt
                taking_a_quiz_again_counts_nobody_twice
                everybody_stands_in_the_figures_with_the_latest_submission
                erasing_a_user_takes_all_attempts
                deleting_a_quiz_takes_all_attempts
                an_answer_goes_to_the_attempt_under_way
            }
            record_counts {
                a_new_quiz_counts_nothing
                an_unknown_quiz_counts_nothing
                beginning_counts_once_a_person
                submitting_counts_once_a_record
                erasing_takes_a_person_out_of_the_counts
                added_records_are_counted_once
                writes_that_fail_do_not_count
                quizzes_are_counted_apart
                counts_are_exact_after_many_writes_at_once
            }
            invitations {
                an_invitation_comes_back_as_it_was_stored
                an_invitation_without_details_comes_back_too
                an_invitation_holds_for_its_own_quiz
                an_unknown_invitation_is_not_there
                a_taken_invitation_id_is_a_conflict_and_none_is_stored
                odd_details_come_back_unchanged
                invitations_are_listed_newest_first_with_how_far_each_person_has_come
                who_has_submitted_once_stays_so_while_taking_the_quiz_again
                pages_of_any_size_show_every_invitation_once_also_those_of_one_moment
                invitations_are_searched_by_each_of_their_texts
            }
            jobs {
                a_job_comes_back_as_it_was_queued
                the_jobs_of_a_quiz_are_listed_newest_first
                a_cancelled_job_has_ended_and_its_worker_has_lost_it
                one_job_of_a_kind_is_under_way_for_a_quiz
                the_exports_that_an_erasure_removes_are_known_before
                a_postponed_job_waits_for_its_moment_and_can_be_dropped
                a_claim_holds_until_its_lease_runs_out
                what_an_overtaken_worker_reports_changes_nothing
                of_many_workers_one_gets_a_job
                a_worker_of_one_kind_gets_no_job_of_another
                a_failed_attempt_is_queued_again_or_given_up
                old_exports_that_have_ended_are_removed_and_told
                of_many_exports_the_newest_stay_and_some_of_the_others_are_remembered
                the_jobs_of_a_quiz_go_with_it
                files_are_noted_under_a_claim_and_outlive_their_job
            }
            schedules {
                a_schedule_comes_back_as_it_was_stored
                schedules_are_listed_oldest_first
                a_schedule_is_due_from_its_moment_on
                of_many_servers_one_advances_a_schedule
                a_moment_has_one_run_whatever_became_of_it
                schedules_of_one_quiz_do_not_wait_for_each_other_nor_for_an_export
                runs_are_listed_latest_first_and_old_ones_forgotten
                a_run_goes_with_its_schedule
                the_schedules_of_a_quiz_go_with_it
            }
            keys {
                a_key_comes_back_as_it_was_stored
                every_scope_comes_back
                an_unknown_key_is_not_there
                a_taken_key_id_is_a_conflict_and_changes_nothing
                keys_are_listed_newest_first
                the_moment_of_the_first_revocation_is_kept
                a_revocation_is_of_one_key
                the_last_use_is_kept
                odd_labels_come_back_unchanged
            }
            admins {
                an_administrator_comes_back_as_it_was_stored
                an_unknown_administrator_is_not_there
                a_taken_address_is_a_conflict_and_changes_nothing
                of_many_who_take_an_address_at_once_one_gets_it
                administrators_are_listed_by_address
                a_change_of_password_or_second_factor_changes_nothing_else
                a_role_is_given_changed_and_taken_away
                the_owners_of_a_namespace_are_those_of_all_too
                a_role_needs_a_person_and_a_namespace
                a_namespace_lists_its_members_by_address
                with_an_administrator_go_roles_sessions_and_links
                odd_names_of_people_come_back_unchanged
            }
            offers {
                an_offer_comes_back_until_it_ends
                a_later_offer_to_an_address_takes_the_place_of_the_one_before
                offers_end_with_their_namespace
                a_member_is_found_by_address
            }
            replies {
                a_reply_comes_back_until_it_is_replaced
                old_replies_are_forgotten
            }
            sessions {
                a_session_comes_back_as_it_was_stored
                a_session_needs_a_person_and_a_token_of_its_own
                the_sessions_of_a_person_are_listed_last_seen_first
                a_person_ends_their_own_sessions_only
                what_has_expired_is_forgotten_and_nothing_else
                a_link_comes_back_as_it_was_stored
                the_links_of_a_person_end_together
                the_links_for_the_first_administrator_end_together
            }
            transactions {
                an_error_rolls_everything_back_and_the_next_write_goes_on
                a_unit_of_work_reads_what_it_wrote
                a_unit_of_work_with_a_failed_statement_does_not_commit
                of_many_who_look_and_write_at_once_each_sees_those_before_it
                a_unit_of_work_that_fails_takes_none_beside_it_along
                a_unit_of_work_that_has_begun_goes_on_when_its_caller_is_gone
                a_unit_of_work_whose_caller_leaves_before_its_turn_is_not_begun
                a_namespace_with_many_units_of_work_does_not_hold_up_another
                an_event_outside_the_scope_of_its_unit_of_work_is_refused
            }
            audit {
                readings_at_the_same_time_are_lines_of_their_chains
                a_reading_of_a_respondent_who_is_gone_leads_to_no_person
                a_line_comes_back_as_it_was_written
                each_line_follows_from_the_one_before_it
                each_namespace_has_a_chain_and_so_have_the_events_of_none
                the_chain_holds_when_many_write_at_once_and_after_a_restart
                odd_texts_in_a_line_come_back_unchanged
                a_filter_narrows_by_each_of_its_parts
                pages_of_any_size_show_every_line_once_newest_first
            }
            drafts {
                a_draft_comes_back_as_it_was_kept
                the_last_draft_replaces_the_one_before_it
                quizzes_are_edited_apart
                a_draft_can_be_discarded
                the_draft_of_a_quiz_goes_with_it
                a_quiz_that_is_not_there_has_no_draft
                odd_texts_in_a_draft_come_back_unchanged
                the_newest_of_the_earlier_drafts_stay
                earlier_drafts_stay_when_the_draft_goes_and_go_with_the_quiz
            }
            durability {
                what_was_stored_is_there_after_a_restart
                what_was_erased_stays_away_after_a_restart
                one_failing_write_among_two_hundred_fails_alone
                a_write_goes_on_when_its_caller_is_gone
                a_write_cut_off_at_any_moment_is_stored_whole
                a_reader_sees_all_of_a_write_or_nothing
            }
        }
    };
}

contract_on!(sqlite: SqliteFile);
contract_on!(postgres: PostgresSchema);
contract_on!(partitioned: PartitionedSchema);
