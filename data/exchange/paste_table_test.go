package exchange

// pasted are lines as they stand on price pages, and what is read from them.
var pasted = []struct {
	text string
	want []reading
}{
	{"RTX 4090 ￥1.98/时", []reading{
		{card: "RTX 4090 24GB", amount: "1.98", currency: "CNY", per: "hour"},
	}},
	{"¥1500/月", []reading{
		{amount: "1500", currency: "CNY", per: "month"},
	}},
	{"2.2元/卡/小时", []reading{
		{amount: "2.2", currency: "CNY", per: "hour", scope: "card"},
	}},
	{"包周 ¥299", []reading{
		{amount: "299", currency: "CNY", per: "week", mode: "prepaid"},
	}},
	{"$0.34/hr", []reading{
		{amount: "0.34", currency: "USD", per: "hour"},
	}},
	{"8卡 A100 64元/小时", []reading{
		{alt: "A100 PCIe 40GB; A100 PCIe 80GB; A100 SXM 40GB; A100 SXM 80GB", cards: 8, amount: "64", currency: "CNY", per: "hour", scope: "instance", notes: "card:open:card_ambiguous rate.scope:inferred:scope_instance"},
	}},
	{"0.00055元/秒", []reading{
		{amount: "0.00055", currency: "CNY", per: "second"},
	}},
	{"4090D 24G 1.98元起/小时", []reading{
		{card: "RTX 4090D 24GB", gib: 24, amount: "1.98", currency: "CNY", per: "hour", more: "from"},
	}},
	{"RTX 4090 24GB $0.69/hr", []reading{
		{card: "RTX 4090 24GB", gib: 24, amount: "0.69", currency: "USD", per: "hour"},
	}},
	{"1.98 元 / 小时", []reading{
		{amount: "1.98", currency: "CNY", per: "hour"},
	}},
	{"￥１．９８／小时", []reading{
		{amount: "1.98", currency: "CNY", per: "hour"},
	}},
	{"1,500元/月", []reading{
		{amount: "1500", currency: "CNY", per: "month"},
	}},
	{"3.5 CNY per GPU hour", []reading{
		{amount: "3.5", currency: "CNY", per: "hour", scope: "card"},
	}},
	{"日租 60.48元", []reading{
		{amount: "60.48", currency: "CNY", per: "day"},
	}},
	{"¥2.18/GPU/h", []reading{
		{amount: "2.18", currency: "CNY", per: "hour", scope: "card"},
	}},
	{"H100 SXM  $2.99 / GPU / hour", []reading{
		{card: "H100 SXM 80GB", amount: "2.99", currency: "USD", per: "hour", scope: "card"},
	}},
	{"A100-PCIE-40GB 3.45元/时", []reading{
		{card: "A100 PCIe 40GB", gib: 40, amount: "3.45", currency: "CNY", per: "hour"},
	}},
	{"包月 1500-2500 元", []reading{
		{amount: "1500 2500", currency: "CNY", per: "month", mode: "prepaid", notes: "rate.amount:open:range"},
	}},
	{"学生价 9 折", []reading{
		{refused: "9 折:discount"},
	}},
	{"50GB 免费数据盘", []reading{
		{notes: "rate.amount:open:free"},
	}},
	{"充500送200", []reading{
		{refused: "500:bonus 200:bonus"},
	}},
	{"0.0066元/GB/日", []reading{
		{refused: "0.0066元/GB/日:per_gb"},
	}},
	{"¥0.8/GB 流量", []reading{
		{refused: "¥0.8/GB:per_gb"},
	}},
	{"1.98", []reading{
		{amount: "1.98", notes: "rate.amount:doubtful:bare_number"},
	}},
	{"免费", []reading{
		{notes: "rate.amount:open:free"},
	}},
	{"售罄", []reading{
		{notes: "rate.amount:open:sold_out"},
	}},
	{"￥0.00/时", []reading{
		{amount: "0", currency: "CNY", per: "hour", notes: "rate.amount:doubtful:zero"},
	}},
	{"1.98/小时 4090", []reading{
		{card: "RTX 4090 24GB", amount: "1.98", per: "hour"},
	}},
	{"4卡RTX4090 8.8/小时", []reading{
		{card: "RTX 4090 24GB", cards: 4, amount: "8.8", per: "hour", scope: "instance", notes: "rate.scope:inferred:scope_instance"},
	}},
	{"四卡", []reading{
		{cards: 4, notes: "rate.amount:open:no_price"},
	}},
	{"双卡 4090", []reading{
		{card: "RTX 4090 24GB", cards: 2, notes: "rate.amount:open:no_price"},
	}},
	{"x8", []reading{
		{cards: 8, notes: "rate.amount:open:no_price"},
	}},
	{"×8", []reading{
		{cards: 8, notes: "rate.amount:open:no_price"},
	}},
	{"8x H100 80GB SXM5 $23.92/hr", []reading{
		{card: "H100 SXM 80GB", cards: 8, gib: 80, amount: "23.92", currency: "USD", per: "hour", scope: "instance", notes: "rate.scope:inferred:scope_instance"},
	}},
	{"2*A100", []reading{
		{alt: "A100 PCIe 40GB; A100 PCIe 80GB; A100 SXM 40GB; A100 SXM 80GB", cards: 2, notes: "card:open:card_ambiguous rate.amount:open:no_price"},
	}},
	{"千元", []reading{
		{currency: "CNY", notes: "rate.amount:open:no_price", unread: "千"},
	}},
	{"1.5k/月", []reading{
		{amount: "1500", per: "month"},
	}},
	{"1.5万/月", []reading{
		{amount: "15000", per: "month"},
	}},
	{"-1.98元/时", []reading{
		{refused: "1.98元/时:negative"},
	}},
	{"￥-1.98/时", []reading{
		{refused: "¥-1.98/时:negative"},
	}},
	{"&yen;1.98/时 <b>RTX 3090</b>", []reading{
		{card: "RTX 3090 24GB", amount: "1.98", currency: "CNY", per: "hour"},
	}},
	{"🔥RTX 4090🔥 1.98元/时", []reading{
		{card: "RTX 4090 24GB", amount: "1.98", currency: "CNY", per: "hour"},
	}},
	{"原价 ￥3.00 现价 ￥1.98", []reading{
		{amount: "3", currency: "CNY", label: "list", notes: "rate.amount:doubtful:competing"},
		{amount: "1.98", currency: "CNY", label: "now", notes: "rate.amount:doubtful:competing"},
	}},
	{"￥2.68 ￥1.98/时", []reading{
		{amount: "2.68", currency: "CNY", per: "hour", notes: "rate.per:inferred:period_neighbour rate.amount:doubtful:competing"},
		{amount: "1.98", currency: "CNY", per: "hour", notes: "rate.amount:doubtful:competing"},
	}},
	{"1.98元/时（会员价）", []reading{
		{amount: "1.98", currency: "CNY", per: "hour", label: "member"},
	}},
	{"vGPU 1/2 卡 4090 0.9元/时", []reading{
		{card: "RTX 4090 24GB", amount: "0.9", currency: "CNY", per: "hour", more: "part slice 0.5"},
	}},
	{"1g.10gb A100 80GB $0.5/hr", []reading{
		{alt: "A100 PCIe 80GB; A100 SXM 80GB", gib: 80, amount: "0.5", currency: "USD", per: "hour", more: "part", notes: "card:open:card_ambiguous rate.slice:open:slice_unsaid"},
	}},
	{"AutoDL RTX 4090 ￥1.98/时", []reading{
		{card: "RTX 4090 24GB", amount: "1.98", currency: "CNY", per: "hour", more: "autodl"},
	}},
	{"RTX 4090\n24GB\n￥1.98/时\n包月\n￥1200", []reading{
		{card: "RTX 4090 24GB", gib: 24, amount: "1.98", currency: "CNY", per: "hour", notes: "card:inferred:from_above"},
		{card: "RTX 4090 24GB", gib: 24, amount: "1200", currency: "CNY", per: "month", mode: "prepaid", notes: "rate.per:inferred:from_above mode:inferred:from_above card:inferred:from_above"},
	}},
	{"A100\n80GB\n￥8/时", []reading{
		{alt: "A100 PCIe 80GB; A100 SXM 80GB", gib: 80, amount: "8", currency: "CNY", per: "hour", notes: "card:inferred:from_above card:open:card_ambiguous"},
	}},
	{"型号\t显存\t按量(元/时)\t包月(元/月)\nRTX 4090\t24GB\t1.98\t1200\nA100\t80G\t8.5\t5,000", []reading{
		{card: "RTX 4090 24GB", gib: 24, amount: "1.98", currency: "CNY", per: "hour", mode: "on_demand", notes: "currency:inferred:from_heading rate.per:inferred:from_heading mode:inferred:from_heading"},
		{card: "RTX 4090 24GB", gib: 24, amount: "1200", currency: "CNY", per: "month", mode: "prepaid", notes: "currency:inferred:from_heading rate.per:inferred:from_heading mode:inferred:from_heading"},
		{alt: "A100 PCIe 80GB; A100 SXM 80GB", gib: 80, amount: "8.5", currency: "CNY", per: "hour", mode: "on_demand", notes: "currency:inferred:from_heading rate.per:inferred:from_heading mode:inferred:from_heading card:open:card_ambiguous"},
		{alt: "A100 PCIe 80GB; A100 SXM 80GB", gib: 80, amount: "5000", currency: "CNY", per: "month", mode: "prepaid", notes: "currency:inferred:from_heading rate.per:inferred:from_heading mode:inferred:from_heading card:open:card_ambiguous"},
	}},
	{"GPU\tVRAM\tPrice ($/hr)\nH100 SXM\t80 GB\t2.99\nRTX 4090\t24 GB\t0.34", []reading{
		{card: "H100 SXM 80GB", gib: 80, amount: "2.99", currency: "USD", per: "hour", notes: "currency:inferred:from_heading rate.per:inferred:from_heading"},
		{card: "RTX 4090 24GB", gib: 24, amount: "0.34", currency: "USD", per: "hour", notes: "currency:inferred:from_heading rate.per:inferred:from_heading"},
	}},
	{"V100-32GB 1.2元/时", []reading{
		{alt: "V100 PCIe 16/32GB; V100 SXM2 16/32GB", gib: 32, amount: "1.2", currency: "CNY", per: "hour", notes: "card:open:card_ambiguous"},
	}},
	{"昇腾910B 3元/卡时", []reading{
		{card: "Ascend 910B 64GB", amount: "3", currency: "CNY", per: "hour", scope: "card"},
	}},
	{"L20 2.1元/时", []reading{
		{card: "L20 48GB", amount: "2.1", currency: "CNY", per: "hour"},
	}},
	{"H20 5元/时", []reading{
		{card: "H20 96GB", amount: "5", currency: "CNY", per: "hour"},
	}},
	{"A800 6/小时", []reading{
		{card: "A800 SXM 80GB", amount: "6", per: "hour", notes: "card:inferred:card_form"},
	}},
	{"MI300X $1.99/GPU/hr", []reading{
		{card: "MI300X", amount: "1.99", currency: "USD", per: "hour", scope: "card"},
	}},
	{"5090 2.8元/小时", []reading{
		{card: "RTX 5090 32GB", amount: "2.8", currency: "CNY", per: "hour"},
	}},
	{"Tesla T4 0.8元/h", []reading{
		{card: "T4 16GB", amount: "0.8", currency: "CNY", per: "hour"},
	}},
	{"RTX PRO 6000 5.98元/小时", []reading{
		{card: "RTX PRO 6000 Blackwell 96GB", amount: "5.98", currency: "CNY", per: "hour"},
	}},
	{"3080Ti 0.88元/时", []reading{
		{card: "RTX 3080 Ti 12GB", amount: "0.88", currency: "CNY", per: "hour"},
	}},
	{"4090 48G 3元/时", []reading{
		{card: "RTX 4090 48GB (modded)", gib: 48, amount: "3", currency: "CNY", per: "hour"},
	}},
	{"H20 141GB 9元/时", []reading{
		{alt: "H20 96GB", gib: 141, amount: "9", currency: "CNY", per: "hour", notes: "card:open:memory_differs"},
	}},
	{"RTX 4070 0.5/时", []reading{
		{amount: "0.5", per: "hour", notes: "card:open:card_unknown"},
	}},
	{"抢占式 4090 0.99元/时", []reading{
		{card: "RTX 4090 24GB", amount: "0.99", currency: "CNY", per: "hour", mode: "spot"},
	}},
	{"托管 4090 整机 1800元/月", []reading{
		{card: "RTX 4090 24GB", amount: "1800", currency: "CNY", per: "month", mode: "hosted"},
	}},
	{"RTX 4090 数据盘 50GB 免费 ￥1.98/时", []reading{
		{card: "RTX 4090 24GB", amount: "1.98", currency: "CNY", per: "hour"},
	}},
	{"￥1.98/时 充500送200", []reading{
		{amount: "1.98", currency: "CNY", per: "hour", refused: "500:bonus 200:bonus"},
	}},
	{"¥1,500 円/月", []reading{
		{amount: "1500", currency: "JPY", per: "month"},
	}},
	{"HK$ 12/hr", []reading{
		{amount: "12", currency: "HKD", per: "hour"},
	}},
	{"34¢/hr", []reading{
		{refused: "34¢/hr:other_money"},
	}},
	{"RTX 4090 1.98元/时 RTX 3090 1.2元/时", []reading{
		{card: "RTX 4090 24GB", amount: "1.98", currency: "CNY", per: "hour"},
		{card: "RTX 3090 24GB", amount: "1.2", currency: "CNY", per: "hour"},
	}},
	{"4090/3090 1.98元/时", []reading{
		{alt: "RTX 4090 24GB; RTX 3090 24GB", amount: "1.98", currency: "CNY", per: "hour", notes: "card:open:several_cards"},
	}},
	{"1.98元/时 4090 1.2元/时 3090", []reading{
		{card: "RTX 4090 24GB", amount: "1.98", currency: "CNY", per: "hour"},
		{card: "RTX 3090 24GB", amount: "1.2", currency: "CNY", per: "hour"},
	}},
	{"2026-11-30 RTX 4090 ￥1.98/时", []reading{
		{card: "RTX 4090 24GB", amount: "1.98", currency: "CNY", per: "hour"},
	}},
	{"spot RTX 4090 from $0.29/hr", []reading{
		{card: "RTX 4090 24GB", amount: "0.29", currency: "USD", per: "hour", mode: "spot", more: "from"},
	}},
	{"RTX 4090 16核 120GB内存 1.98元/时", []reading{
		{card: "RTX 4090 24GB", amount: "1.98", currency: "CNY", per: "hour"},
	}},
	{"拼单 4090 1.5元/时", []reading{
		{card: "RTX 4090 24GB", amount: "1.5", currency: "CNY", per: "hour", mode: "group_buy"},
	}},
	{"A100 80GB PCIe On-Demand $1.64/hr Spot $0.82/hr", []reading{
		{card: "A100 PCIe 80GB", gib: 80, amount: "1.64", currency: "USD", per: "hour", mode: "on_demand"},
		{card: "A100 PCIe 80GB", gib: 80, amount: "0.82", currency: "USD", per: "hour", mode: "spot"},
	}},
	{"4090 3090元/月", []reading{
		{card: "RTX 4090 24GB", amount: "3090", currency: "CNY", per: "month"},
	}},
	{"RTX 3090 24G x 4 6.4元/小时", []reading{
		{card: "RTX 3090 24GB", cards: 4, gib: 24, amount: "6.4", currency: "CNY", per: "hour", scope: "instance", notes: "rate.scope:inferred:scope_instance"},
	}},
	{"8张4090 16元每小时", []reading{
		{card: "RTX 4090 24GB", cards: 8, amount: "16", currency: "CNY", per: "hour", scope: "instance", notes: "rate.scope:inferred:scope_instance"},
	}},
	{"单卡 4090 1.98元/小时", []reading{
		{card: "RTX 4090 24GB", cards: 1, amount: "1.98", currency: "CNY", per: "hour", scope: "card"},
	}},
	{"64元/8卡/小时", []reading{
		{cards: 8, amount: "64", currency: "CNY", per: "hour", scope: "instance"},
	}},
	{"￥1.98\n/小时", []reading{
		{amount: "1.98", currency: "CNY", per: "hour", notes: "rate.per:inferred:from_below"},
	}},
	{"今天天气不错", []reading{
		{notes: ":open:not_read", unread: "今天天气不错"},
	}},
	{"1,98/时", []reading{
		{per: "hour", refused: "1,98:number_unclear"},
	}},
	{"100元/3小时", []reading{
		{refused: "100元/3小时:odd_period"},
	}},
	{"5 USDT/day", []reading{
		{refused: "5 USDT/day:other_money"},
	}},
	{"包月 4090 1200元", []reading{
		{card: "RTX 4090 24GB", amount: "1200", currency: "CNY", per: "month", mode: "prepaid"},
	}},
	{"1小时2元", []reading{
		{amount: "2", currency: "CNY", per: "hour"},
	}},
	{"K80 0.3元/时", []reading{
		{amount: "0.3", currency: "CNY", per: "hour", notes: "card:open:card_unknown"},
	}},
	{"H100 80GB $1.5 - $2.5/hr", []reading{
		{alt: "H100 PCIe 80GB; H100 SXM 80GB", gib: 80, amount: "1.5 2.5", currency: "USD", per: "hour", notes: "rate.amount:open:range card:open:card_ambiguous"},
	}},
	{"RTX 4090 首月 ￥999 次月 ￥1299/月", []reading{
		{card: "RTX 4090 24GB", amount: "999", currency: "CNY", per: "month", label: "new_user", notes: "rate.per:inferred:period_neighbour rate.amount:doubtful:competing", unread: "次月"},
		{card: "RTX 4090 24GB", amount: "1299", currency: "CNY", per: "month", notes: "rate.amount:doubtful:competing"},
	}},
	{"GPU型号\t卡数\t价格(元/时)\nA800\t8\t52.8\nH20\t1\t7.5", []reading{
		{card: "A800 SXM 80GB", cards: 8, amount: "52.8", currency: "CNY", per: "hour", scope: "instance", notes: "currency:inferred:from_heading rate.per:inferred:from_heading card:inferred:card_form rate.scope:inferred:scope_instance"},
		{card: "H20 96GB", cards: 1, amount: "7.5", currency: "CNY", per: "hour", notes: "currency:inferred:from_heading rate.per:inferred:from_heading"},
	}},
	{"RTX 4090 1.98元/时 售罄", []reading{
		{card: "RTX 4090 24GB", amount: "1.98", currency: "CNY", per: "hour", notes: "rate.amount:doubtful:sold_out"},
	}},
	{"RTX 4090\t￥1.98/时\t￥1200/月", []reading{
		{card: "RTX 4090 24GB", amount: "1.98", currency: "CNY", per: "hour"},
		{card: "RTX 4090 24GB", amount: "1200", currency: "CNY", per: "month"},
	}},
	{"4090 库存 12 1.98", []reading{
		{card: "RTX 4090 24GB", amount: "1.98", notes: "rate.amount:doubtful:bare_number"},
	}},
	{"低至 0.99元/时", []reading{
		{amount: "0.99", currency: "CNY", per: "hour", more: "from"},
	}},
	{"GPU: RTX 4090; Price: 0.35 USD per hour", []reading{
		{card: "RTX 4090 24GB", amount: "0.35", currency: "USD", per: "hour"},
	}},
	{"4090 首充100送50", []reading{
		{card: "RTX 4090 24GB", refused: "100:bonus 50:bonus"},
	}},
	{"$5 credit", []reading{
		{refused: "$5:bonus"},
	}},
	{"NVIDIA GeForce RTX 3060 12GB $0.06/hr", []reading{
		{card: "RTX 3060 12GB", gib: 12, amount: "0.06", currency: "USD", per: "hour"},
	}},
	{"RTX 4090 24GB VRAM, 62 GB RAM, 16 vCPU $0.34/hr", []reading{
		{card: "RTX 4090 24GB", gib: 24, amount: "0.34", currency: "USD", per: "hour"},
	}},
	{"L40S $0.79/hr interruptible", []reading{
		{card: "L40S 48GB", amount: "0.79", currency: "USD", per: "hour", mode: "spot"},
	}},
	{"H200 SXM from $3.59/hr", []reading{
		{card: "H200 SXM 141GB", amount: "3.59", currency: "USD", per: "hour", more: "from"},
	}},
	{"4 x A100 SXM 80GB $7.56/hr per instance", []reading{
		{card: "A100 SXM 80GB", cards: 4, gib: 80, amount: "7.56", currency: "USD", per: "hour", scope: "instance"},
	}},
	{"RTX 4090 reserved 1-month $250/month", []reading{
		{card: "RTX 4090 24GB", amount: "250", currency: "USD", per: "month", mode: "prepaid", unread: "1|month"},
	}},
	{"A100 40G 包年 35000元", []reading{
		{alt: "A100 PCIe 40GB; A100 SXM 40GB", gib: 40, amount: "35000", currency: "CNY", per: "year", mode: "prepaid", notes: "card:open:card_ambiguous"},
	}},
	{"每卡每小时 1.98 元", []reading{
		{amount: "1.98", currency: "CNY", per: "hour", scope: "card"},
	}},
	{"每小时1.98元", []reading{
		{amount: "1.98", currency: "CNY", per: "hour"},
	}},
	{"价格：1.98 元/小时", []reading{
		{amount: "1.98", currency: "CNY", per: "hour"},
	}},
	{"8-GPU H100 node $24/hr", []reading{
		{alt: "H100 PCIe 80GB; H100 SXM 80GB; H100 NVL 94GB", cards: 8, amount: "24", currency: "USD", per: "hour", scope: "instance", notes: "card:open:card_ambiguous rate.scope:inferred:scope_instance"},
	}},
	{"RTX A6000 48G 1.35 元/小时 会员价 1.28 元/小时", []reading{
		{card: "RTX A6000 48GB", gib: 48, amount: "1.35", currency: "CNY", per: "hour", notes: "rate.amount:doubtful:competing"},
		{card: "RTX A6000 48GB", gib: 48, amount: "1.28", currency: "CNY", per: "hour", label: "member", notes: "rate.amount:doubtful:competing"},
	}},
	{"￥1.98/时起", []reading{
		{amount: "1.98", currency: "CNY", per: "hour", more: "from"},
	}},
	{"RTX 4090 闲时 0.8元/时", []reading{
		{card: "RTX 4090 24GB", amount: "0.8", currency: "CNY", per: "hour", unread: "闲时"},
	}},
	{"4090 0.5卡 1元/时", []reading{
		{card: "RTX 4090 24GB", amount: "1", currency: "CNY", per: "hour", more: "part slice 0.5"},
	}},
	{"1/3 卡 A10 0.9元/时", []reading{
		{card: "A10 24GB", amount: "0.9", currency: "CNY", per: "hour", more: "part", notes: "rate.slice:open:slice_uneven"},
	}},
	{"阿里云 V100 16G 按量付费 12.5元/小时", []reading{
		{alt: "V100 PCIe 16/32GB; V100 SXM2 16/32GB", gib: 16, amount: "12.5", currency: "CNY", per: "hour", mode: "on_demand", more: "aliyun", notes: "card:open:card_ambiguous"},
	}},
	{"智星云 4090 包周 299", []reading{
		{card: "RTX 4090 24GB", amount: "299", per: "week", mode: "prepaid", more: "ai_galaxy"},
	}},
	{"PCIe 4.0 x16 RTX 3090 1.1元/时", []reading{
		{card: "RTX 3090 24GB", amount: "1.1", currency: "CNY", per: "hour"},
	}},
	{"8×H800 SXM 80GB 整机 包月 60000元/月", []reading{
		{card: "H800 SXM 80GB", cards: 8, gib: 80, amount: "60000", currency: "CNY", per: "month", scope: "instance", mode: "prepaid", notes: "rate.scope:inferred:scope_instance"},
	}},
	{"H100 $2.99", []reading{
		{alt: "H100 PCIe 80GB; H100 SXM 80GB; H100 NVL 94GB", amount: "2.99", currency: "USD", notes: "card:open:card_ambiguous"},
	}},
	{"4090*8 15.8元/h", []reading{
		{card: "RTX 4090 24GB", cards: 8, amount: "15.8", currency: "CNY", per: "hour", scope: "instance", notes: "rate.scope:inferred:scope_instance"},
	}},
	{"1.98 2.58", []reading{
		{refused: "1.98:several_numbers 2.58:several_numbers"},
	}},
	{"RTX 4090 1.98", []reading{
		{card: "RTX 4090 24GB", amount: "1.98", notes: "rate.amount:doubtful:bare_number"},
	}},
	{"0.5元/百万token", []reading{
		{refused: "0.5元/百万token:other_unit"},
	}},
	{"带宽 10元/天", []reading{
		{refused: "10元/天:other_thing"},
	}},
	{"RTX 3080 20G 0.9元/时", []reading{
		{alt: "RTX 3080 10GB", gib: 20, amount: "0.9", currency: "CNY", per: "hour", notes: "card:open:memory_differs"},
	}},
	{"4090 24G*2 4元/时", []reading{
		{card: "RTX 4090 24GB", cards: 2, gib: 24, amount: "4", currency: "CNY", per: "hour", scope: "instance", notes: "rate.scope:inferred:scope_instance"},
	}},
	{"<del>￥3.00</del> ￥1.98/时", []reading{
		{amount: "3", currency: "CNY", per: "hour", notes: "rate.per:inferred:period_neighbour rate.amount:doubtful:competing"},
		{amount: "1.98", currency: "CNY", per: "hour", notes: "rate.amount:doubtful:competing"},
	}},
	{"1.98美元/小时", []reading{
		{amount: "1.98", currency: "USD", per: "hour"},
	}},
	{"￥1.98/小时/卡", []reading{
		{amount: "1.98", currency: "CNY", per: "hour", scope: "card"},
	}},
	{"2.5元/卡·时", []reading{
		{amount: "2.5", currency: "CNY", per: "hour", scope: "card"},
	}},
	{"$1.89/GPU-hour", []reading{
		{amount: "1.89", currency: "USD", per: "hour", scope: "card"},
	}},
	{"EUR 1.93 /hr", []reading{
		{amount: "1.93", currency: "EUR", per: "hour"},
	}},
	{"€1,93/h", []reading{
		{per: "hour", refused: "1,93:number_unclear"},
	}},
	{"£0.5 per hour", []reading{
		{amount: "0.5", currency: "GBP", per: "hour"},
	}},
	{"RTX 4090 | 24GB | ￥1.98/时", []reading{
		{card: "RTX 4090 24GB", gib: 24, amount: "1.98", currency: "CNY", per: "hour"},
	}},
	{"RTX 4090 PCIe 4.0 x16 $0.5/hr", []reading{
		{card: "RTX 4090 24GB", amount: "0.5", currency: "USD", per: "hour"},
	}},
	{"RTX 4090\n\n￥1.98/时\n\n\n￥0.5/时", []reading{
		{card: "RTX 4090 24GB", amount: "1.98", currency: "CNY", per: "hour", notes: "card:inferred:from_above"},
		{amount: "0.5", currency: "CNY", per: "hour"},
	}},
	{"RTX 3090\n按量\n￥1.2/时\nRTX 4090\n￥1.98/时", []reading{
		{card: "RTX 3090 24GB", amount: "1.2", currency: "CNY", per: "hour", mode: "on_demand", notes: "mode:inferred:from_above card:inferred:from_above"},
		{card: "RTX 4090 24GB", amount: "1.98", currency: "CNY", per: "hour", notes: "card:inferred:from_above"},
	}},
	{"ＲＴＸ\u3000４０９０\u3000２４Ｇ\u3000￥１．９８／小时", []reading{
		{card: "RTX 4090 24GB", gib: 24, amount: "1.98", currency: "CNY", per: "hour"},
	}},
	{"包月 4090 1.5元/小时", []reading{
		{card: "RTX 4090 24GB", amount: "1.5", currency: "CNY", per: "hour", mode: "prepaid", notes: "rate.per:doubtful:prepaid_hourly"},
	}},
	{"RTX 4090 on-demand $0.69/hr spot $0.34/hr", []reading{
		{card: "RTX 4090 24GB", amount: "0.69", currency: "USD", per: "hour", mode: "on_demand"},
		{card: "RTX 4090 24GB", amount: "0.34", currency: "USD", per: "hour", mode: "spot"},
	}},
	{"9999999999元/时", []reading{
		{currency: "CNY", per: "hour", refused: "9999999999:number_unclear"},
	}},
	{"4090 300W 1.98元/时", []reading{
		{card: "RTX 4090 24GB", amount: "1.98", currency: "CNY", per: "hour"},
	}},
	{"2千元/月 4090", []reading{
		{card: "RTX 4090 24GB", amount: "2000", currency: "CNY", per: "month"},
	}},
	{"￥3-2/时", []reading{
		{refused: "¥3-2/时:number_unclear"},
	}},
	{"4090 24GB 1.98元/时 优惠券 20元", []reading{
		{card: "RTX 4090 24GB", gib: 24, amount: "1.98", currency: "CNY", per: "hour", refused: "20元:bonus"},
	}},
	{"RTX 4090: $0.34 hourly", []reading{
		{card: "RTX 4090 24GB", amount: "0.34", currency: "USD", per: "hour"},
	}},
	{"$1.98 CAD/hr", []reading{
		{amount: "1.98", currency: "CAD", per: "hour"},
	}},
	{"￥1.98 元 $0.3/hr", []reading{
		{amount: "1.98", currency: "CNY", notes: "rate.amount:doubtful:competing"},
		{amount: "0.3", currency: "USD", per: "hour", notes: "rate.amount:doubtful:competing"},
	}},
	{"A16 0.5/hr", []reading{
		{amount: "0.5", per: "hour", notes: "card:open:card_unknown"},
	}},
	{"昇腾910 2元/时", []reading{
		{card: "Ascend 910 (first generation)", amount: "2", currency: "CNY", per: "hour", notes: "card:inferred:card_form"},
	}},
	{"昇腾 310P 1元/时", []reading{
		{card: "Ascend 310 / 310P", amount: "1", currency: "CNY", per: "hour"},
	}},
	{"RTX 6000 Ada 48GB $0.79/hr", []reading{
		{card: "RTX 6000 Ada 48GB", gib: 48, amount: "0.79", currency: "USD", per: "hour"},
	}},
	{"4070 Ti Super 0.6元/时", []reading{
		{card: "RTX 4070 Ti Super 16GB", amount: "0.6", currency: "CNY", per: "hour"},
	}},
}
