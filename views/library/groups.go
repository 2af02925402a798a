package library

import "strings"

// group is a set of facts that are read together.
type group struct {
	name string // in the catalogue of texts, after "library.group."
	keys []string
}

// groups in the order in which a renter meets them. A key that stands in none
// of them is shown under the last.
var groups = []group{
	{"billing", words(`billing_granularity_seconds min_charge_seconds min_charge_amount bill_starts_at bill_stops_at
		bill_settled_every_seconds balance_deduct_interval_seconds bill_rounding price_locked_at price_set_by`)},
	{"stop", words(`stop_verb stop_ends_compute_bill os_shutdown_ends_bill still_billed_when_stopped stop_mode_limits
		card_reserved_when_stopped root_kept_after_stop stop_irreversible auto_shutdown release_verb release_irreversible
		data_kept_after_release auto_release_days_after_stop scratch_cleared_hours_after_stop expiry_handling`)},
	{"storage", words(`system_disk_free_gb data_disk_free_gb data_disk_price_per_gb_day data_disk_min_gb data_disk_sizes_gb
		data_disk_resizable disk_charged_at disk_billed_when_stopped file_storage_free_gb file_storage_price_per_gb_day
		file_storage_inode_cap storage_region_bound upgrade_billed`)},
	{"image", words(`image_free_gb image_price_per_gb_day image_max_gb image_counts_against`)},
	{"traffic", words(`traffic_in_price_per_gb traffic_out_price_per_gb traffic_billed_separately traffic_billed_when_stopped
		bandwidth_mbps bandwidth_price_per_day public_ip port_policy academic_proxy`)},
	{"cpu", words(`no_gpu_mode no_gpu_mode_price_per_hour no_gpu_mode_limits no_gpu_mode_api`)},
	{"buying", words(`spot_available spot_discount_pct spot_grace_seconds spot_protection_hours package_units package_discount_pct
		package_price_rule package_breakeven_note package_change member_discount coupon_scope coupon_min_spend topup_bonus`)},
	{"paying", words(`payment_methods min_topup min_balance min_balance_hours spend_limit_per_hour arrears_rule arrears_purge_days`)},
	{"access", words(`real_name_required registration_steps registration_limits card_selectable docker_inside web_terminal jupyter
		ticket_response_hours service_notice`)},
	{"price", words(`indicative_price_per_card_hour indicative_price_per_card_hour_low indicative_price_per_card_hour_high
		indicative_spot_price_per_card_hour indicative_price_per_card_month indicative_price_per_card_month_low
		indicative_price_per_card_month_high effective_price_per_card_hour_seen`)},
	{"other", words(`unknown`)},
}

func words(s string) []string { return strings.Fields(s) }

// place is where a key stands: its group and its rank in it.
func place(key string) (in, rank int) {
	for i, g := range groups {
		for j, k := range g.keys {
			if k == key {
				return i, j
			}
		}
	}
	return len(groups) - 1, len(groups[len(groups)-1].keys)
}
