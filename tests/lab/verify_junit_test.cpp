// Is the JUnit output XML, of the shape that build servers read, whatever a report holds? A small strict parser of our own judges.
#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

#include "lab/outputs/outputs.hpp"
#include "lab/verify/report.hpp"
#include "softfloat/formats.hpp"
#include "tests/lab/verify_sessions.hpp"

namespace ulplab::lab {
namespace {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::vector<Element> children;
  std::string text;
  std::vector<const Element*> all(const std::string& wanted) const {
    std::vector<const Element*> found;
    for (const Element& c : children)
      if (c.name == wanted) found.push_back(&c);
    return found;
  }
  const std::string& operator[](const std::string& attribute) const { return attributes.at(attribute); }
};

/// XML 1.0 without document type, comments, processing instructions and CDATA: all that an output of ours may use.
class XmlParser {
 public:
  explicit XmlParser(std::string_view text) : text_(text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const auto c = static_cast<unsigned char>(text[i]);
      if (c < 0x20 && c != '\n') fail("a control character");  // 2.2
      if (text.substr(i).starts_with("\xef\xbf\xbe") || text.substr(i).starts_with("\xef\xbf\xbf")) fail("U+FFFE or U+FFFF");
    }
  }
  Element document() {
    expect("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    Element root = element();
    expect("\n");
    if (!text_.empty()) fail("something behind the root");
    return root;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw std::runtime_error(what + " before: " + std::string(text_.substr(0, 60))); }
  bool take(std::string_view piece) {
    if (!text_.starts_with(piece)) return false;
    text_.remove_prefix(piece.size());
    return true;
  }
  void expect(std::string_view piece) {
    if (!take(piece)) fail("expected " + std::string(piece));
  }
  std::string name() {
    std::string s;
    while (!text_.empty() && (std::isalpha(static_cast<unsigned char>(text_[0])) != 0 || text_[0] == '-')) {
      s += text_[0];
      text_.remove_prefix(1);
    }
    if (s.empty()) fail("expected a name");
    return s;
  }
  /// Character data up to one of `ends`, references resolved.
  std::string characters(std::string_view ends) {
    std::string s;
    for (;;) {
      if (text_.empty()) fail("the end");
      if (ends.find(text_[0]) != std::string_view::npos) return s;
      if (text_[0] == '<' || text_.starts_with("]]>")) fail("an unescaped character");
      if (take("&lt;")) s += '<';
      else if (take("&gt;")) s += '>';
      else if (take("&amp;")) s += '&';
      else if (take("&quot;")) s += '"';
      else if (take("&apos;")) s += '\'';
      else if (text_[0] == '&') fail("an unknown reference");
      else {
        s += text_[0];
        text_.remove_prefix(1);
      }
    }
  }
  Element element() {
    Element e;
    expect("<");
    e.name = name();
    while (take(" ")) {
      const std::string attribute = name();
      expect("=\"");
      if (!e.attributes.emplace(attribute, characters("\"")).second) fail("an attribute twice");
      expect("\"");
    }
    if (take("/>")) return e;
    expect(">");
    for (;;) {
      e.text += characters("<");
      if (take("</")) {
        expect(e.name + ">");
        return e;
      }
      e.children.push_back(element());
    }
  }
  std::string_view text_;
};

/// Parsed, with the shape of the common schema checked: names, places and counts.
Element junit(const std::vector<Report>& reports) {
  const Element root = XmlParser(find_output("junit")->render(reports, {})).document();
  EXPECT_EQ(root.name, "testsuites");
  std::uint64_t all[3] = {};
  for (const Element& suite : root.children) {
    EXPECT_EQ(suite.name, "testsuite");
    std::uint64_t counted[3] = {suite.all("testcase").size(), 0, 0};
    for (const Element& child : suite.children) {
      EXPECT_TRUE(child.name == "testcase" || child.name == "system-out") << child.name;
      if (child.name != "testcase") continue;
      EXPECT_EQ(child.attributes.size(), 3u);
      EXPECT_NE(child["classname"], "");
      EXPECT_NE(child["name"], "");
      EXPECT_NE(child["time"].find('.'), std::string::npos);
      for (const Element& inner : child.children) EXPECT_TRUE(inner.name == "failure" || inner.name == "skipped" || inner.name == "system-out") << inner.name;
      EXPECT_LE(child.all("failure").size() + child.all("skipped").size(), 1u);
      counted[1] += child.all("failure").size();
      counted[2] += child.all("skipped").size();
    }
    constexpr const char* names[] = {"tests", "failures", "skipped"};
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(suite[names[i]], std::to_string(counted[i])) << names[i];
      all[i] += counted[i];
    }
    EXPECT_EQ(suite["errors"], "0");
  }
  EXPECT_EQ(root["tests"], std::to_string(all[0]));
  EXPECT_EQ(root["failures"], std::to_string(all[1]));
  EXPECT_EQ(root["skipped"], std::to_string(all[2]));
  return root;
}

TEST(VerifyJunit, HasATestcaseForEachCheck) {
  const Element root = junit({report_of(made::failing())});
  const auto cases = root.children[0].all("testcase");
  ASSERT_EQ(cases.size(), 5u);
  EXPECT_EQ((*cases[0])["classname"], "verify:lib:./half.so:to_half");
  EXPECT_EQ((*cases[0])["name"], "f32_to_f16.rne");
  EXPECT_EQ((*cases[0])["time"], "1.500");
  EXPECT_EQ((*cases[0]->all("failure")[0])["message"], "measured 4 mismatches in 4 294 967 296 inputs, wanted 0");
  EXPECT_NE(cases[0]->all("failure")[0]->text.find("because of the likely fault ties_away"), std::string::npos);
  EXPECT_NE(cases[0]->all("system-out")[0]->text.find("0x7f800001: expected 0x7e00, crashed: SIGSEGV\n"), std::string::npos);
  EXPECT_NE(cases[2]->all("system-out")[0]->text.find("executed 4294967296 of 4294967296 inputs"), std::string::npos);
  EXPECT_EQ((*cases[4]->all("skipped")[0])["message"], "not offered by lib:./half.so:to_half");
  EXPECT_EQ(root["time"], "6.000");
}

TEST(VerifyJunit, OfAScenarioHasComparisonsAndLanesToo) {
  Report r;
  r.id = "sample";
  r.findings = {{"a.share", "", Ratio{18, 32, true}, ">= 0.9", Outcome::failed, "it has \"subnormals\" & <more>", "", {}},
                {"a.count", "", std::uint64_t{3}, "= 3", Outcome::held, "", "", {}}};
  r.lanes = {{"soft.f16", "soft", "f16", "rne", true, "", false}, {"native.f16", "native", "f16", "rne", true, "", false}, {"cuda.f16", "cuda", "f16", "rne", false, "no driver", false}};
  r.comparisons = {{"soft.f16", "native.f16", 32, 31, 4, Number{binary16, 0x3c00}, Number{binary16, 0x3c01}, true},
                   {"soft.f16", "native.f16", 32, 30, 4, Number{binary16, 0x3c00}, Number{binary16, 0x3c01}, false},  // only a note
                   {"soft.f16", "cuda.f16", 0, 0, {}, {}, {}, true}};
  const Element root = junit({r, r});
  const auto cases = root.children[1].all("testcase");
  ASSERT_EQ(cases.size(), 5u);
  EXPECT_EQ((*cases[0])["name"], "soft.f16 = native.f16 bit for bit");
  EXPECT_EQ((*cases[0]->all("failure")[0])["message"], "31 of 32 codes equal");
  EXPECT_EQ((*cases[1]->all("skipped")[0])["message"], "nothing was compared");
  EXPECT_NE(cases[2]->all("failure")[0]->text.find("because it has \"subnormals\" & <more>"), std::string::npos);
  EXPECT_EQ((*cases[4])["name"], "lane cuda.f16");
  EXPECT_EQ((*cases[4]->all("skipped")[0])["message"], "no driver");
}

TEST(VerifyJunit, StaysXmlWhateverTheTextsHold) {
  Report r;
  r.id = "a\"<>&'\x01\x1b\xff\xef\xbf\xbf";
  r.findings = {{std::string("zero\0byte", 9), "", std::string("]]>\r\n\t"), "\xed\xa0\x80", Outcome::failed, "two\nlines", "a\n\x02\nb\xef\xbf\xbe", std::uint64_t{61234}}};
  r.notes = {"半精度 — ±∞"};
  const Element root = junit({r});
  EXPECT_EQ(root.children[0]["name"], "a\"<>&'\\x01\\x1b\\xff");
  EXPECT_EQ((*root.children[0].all("testcase")[0])["time"], "61.234");
  EXPECT_EQ(root.children[0].all("system-out")[0]->text, "半精度 — ±∞\n");
}

TEST(VerifyJunit, OfNothingIsStillXml) { EXPECT_EQ(junit({})["tests"], "0"); }

TEST(VerifyJunit, TheParserRefusesWhatIsNoXml) {
  for (const char* text : {"<a>", "<a></b>", "<a b=\"1\" b=\"2\"/>", "<a>&nbsp;</a>", "<a><</a>", "<a/>x"})
    EXPECT_THROW(XmlParser("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + std::string(text) + "\n").document(), std::runtime_error) << text;
}

}  // namespace
}  // namespace ulplab::lab
