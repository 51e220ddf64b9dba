/**
 * Provinces and their main cities: `Province|local name: City|local name, City…`, one province a line.
 * Ids follow the line's place, so append and never reorder.
 */
export const ASIA: Readonly<Record<string, string>> = {
  CN: `
Beijing|北京市: Beijing|北京
Shanghai|上海市: Shanghai|上海
Tianjin|天津市: Tianjin|天津
Chongqing|重庆市: Chongqing|重庆
Guangdong|广东省: Guangzhou|广州, Shenzhen|深圳, Zhuhai|珠海, Foshan|佛山, Dongguan|东莞
Jiangsu|江苏省: Nanjing|南京, Suzhou|苏州, Wuxi|无锡, Nantong|南通
Zhejiang|浙江省: Hangzhou|杭州, Ningbo|宁波, Wenzhou|温州
Sichuan|四川省: Chengdu|成都, Mianyang|绵阳
Hubei|湖北省: Wuhan|武汉, Yichang|宜昌
Hunan|湖南省: Changsha|长沙, Zhuzhou|株洲
Fujian|福建省: Fuzhou|福州, Xiamen|厦门, Quanzhou|泉州
Shandong|山东省: Jinan|济南, Qingdao|青岛, Yantai|烟台
Henan|河南省: Zhengzhou|郑州, Luoyang|洛阳
Hebei|河北省: Shijiazhuang|石家庄, Tangshan|唐山
Shanxi|山西省: Taiyuan|太原
Shaanxi|陕西省: Xi'an|西安
Liaoning|辽宁省: Shenyang|沈阳, Dalian|大连
Jilin|吉林省: Changchun|长春
Heilongjiang|黑龙江省: Harbin|哈尔滨
Anhui|安徽省: Hefei|合肥
Jiangxi|江西省: Nanchang|南昌
Yunnan|云南省: Kunming|昆明, Dali|大理
Guizhou|贵州省: Guiyang|贵阳
Gansu|甘肃省: Lanzhou|兰州
Qinghai|青海省: Xining|西宁
Hainan|海南省: Haikou|海口, Sanya|三亚
Guangxi|广西壮族自治区: Nanning|南宁, Guilin|桂林
Inner Mongolia|内蒙古自治区: Hohhot|呼和浩特
Ningxia|宁夏回族自治区: Yinchuan|银川
Xinjiang|新疆维吾尔自治区: Urumqi|乌鲁木齐
Tibet|西藏自治区: Lhasa|拉萨`,
  HK: `
Hong Kong Island|香港島: Central|中環, Causeway Bay|銅鑼灣, North Point|北角
Kowloon|九龍: Tsim Sha Tsui|尖沙咀, Mong Kok|旺角, Kwun Tong|觀塘
New Territories|新界: Sha Tin|沙田, Tsuen Wan|荃灣, Tuen Mun|屯門`,
  TW: `
Taipei City|臺北市: Xinyi|信義區, Da'an|大安區, Zhongshan|中山區
New Taipei City|新北市: Banqiao|板橋區, Xindian|新店區
Taoyuan City|桃園市: Taoyuan|桃園區, Zhongli|中壢區
Taichung City|臺中市: Xitun|西屯區, Nantun|南屯區
Tainan City|臺南市: East|東區, Anping|安平區
Kaohsiung City|高雄市: Qianzhen|前鎮區, Zuoying|左營區
Hsinchu City|新竹市: East|東區
Keelung City|基隆市: Renai|仁愛區
Chiayi City|嘉義市: East|東區
Hsinchu County|新竹縣: Zhubei|竹北市
Miaoli County|苗栗縣: Miaoli|苗栗市
Changhua County|彰化縣: Changhua|彰化市
Nantou County|南投縣: Nantou|南投市
Yunlin County|雲林縣: Douliu|斗六市
Chiayi County|嘉義縣: Taibao|太保市
Pingtung County|屏東縣: Pingtung|屏東市
Yilan County|宜蘭縣: Yilan|宜蘭市
Hualien County|花蓮縣: Hualien|花蓮市
Taitung County|臺東縣: Taitung|臺東市
Penghu County|澎湖縣: Magong|馬公市
Kinmen County|金門縣: Jincheng|金城鎮
Lienchiang County|連江縣: Nangan|南竿鄉`,
  JP: `
Hokkaido|北海道: Sapporo|札幌市, Hakodate|函館市
Aomori|青森県: Aomori|青森市
Iwate|岩手県: Morioka|盛岡市
Miyagi|宮城県: Sendai|仙台市
Akita|秋田県: Akita|秋田市
Yamagata|山形県: Yamagata|山形市
Fukushima|福島県: Fukushima|福島市
Ibaraki|茨城県: Mito|水戸市
Tochigi|栃木県: Utsunomiya|宇都宮市
Gunma|群馬県: Maebashi|前橋市
Saitama|埼玉県: Saitama|さいたま市, Kawagoe|川越市
Chiba|千葉県: Chiba|千葉市, Funabashi|船橋市
Tokyo|東京都: Chuo|中央区, Minato|港区, Shibuya|渋谷区, Setagaya|世田谷区, Musashino|武蔵野市
Kanagawa|神奈川県: Yokohama|横浜市, Kawasaki|川崎市, Kamakura|鎌倉市
Niigata|新潟県: Niigata|新潟市
Toyama|富山県: Toyama|富山市
Ishikawa|石川県: Kanazawa|金沢市
Fukui|福井県: Fukui|福井市
Yamanashi|山梨県: Kofu|甲府市
Nagano|長野県: Nagano|長野市
Gifu|岐阜県: Gifu|岐阜市
Shizuoka|静岡県: Shizuoka|静岡市
Aichi|愛知県: Nagoya|名古屋市
Mie|三重県: Tsu|津市
Shiga|滋賀県: Otsu|大津市
Kyoto|京都府: Kyoto|京都市
Osaka|大阪府: Osaka|大阪市, Sakai|堺市
Hyogo|兵庫県: Kobe|神戸市, Himeji|姫路市
Nara|奈良県: Nara|奈良市
Wakayama|和歌山県: Wakayama|和歌山市
Tottori|鳥取県: Tottori|鳥取市
Shimane|島根県: Matsue|松江市
Okayama|岡山県: Okayama|岡山市
Hiroshima|広島県: Hiroshima|広島市
Yamaguchi|山口県: Yamaguchi|山口市
Tokushima|徳島県: Tokushima|徳島市
Kagawa|香川県: Takamatsu|高松市
Ehime|愛媛県: Matsuyama|松山市
Kochi|高知県: Kochi|高知市
Fukuoka|福岡県: Fukuoka|福岡市, Kitakyushu|北九州市
Saga|佐賀県: Saga|佐賀市
Nagasaki|長崎県: Nagasaki|長崎市
Kumamoto|熊本県: Kumamoto|熊本市
Oita|大分県: Oita|大分市
Miyazaki|宮崎県: Miyazaki|宮崎市
Kagoshima|鹿児島県: Kagoshima|鹿児島市
Okinawa|沖縄県: Naha|那覇市`,
  AE: `
Abu Dhabi|أبوظبي: Abu Dhabi|أبوظبي, Al Ain|العين
Dubai|دبي: Dubai|دبي, Jumeirah|جميرا
Sharjah|الشارقة: Sharjah|الشارقة
Ajman|عجمان: Ajman|عجمان
Umm Al Quwain|أم القيوين: Umm Al Quwain|أم القيوين
Ras Al Khaimah|رأس الخيمة: Ras Al Khaimah|رأس الخيمة
Fujairah|الفجيرة: Fujairah|الفجيرة`,
};
