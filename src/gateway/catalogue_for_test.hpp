// For tests and benchmarks: a catalogue and all it needs, without a network.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gateway/catalogue.hpp"
#include "json/parser.hpp"

namespace touchstone::gateway {

// Of the text of an answer to tools/list.
inline upstream::ListPtr read_list(json::Parser& parser, const std::string& text) {
  auto list = std::make_shared<upstream::List>();
  list->pages.push_back(*rpc::Message::parse(parser, json::Text::copy_of(text)));
  list->bytes = text.size();
  for (const json::View item : list->pages.back().result().find("tools").elements()) {
    list->by_key.emplace(*item.find("name").as_string(), list->items.size());
    list->items.push_back(item);
  }
  return list;
}

class Nobody final : public upstream::House {
  void heard(upstream::Lane&, rpc::Message, upstream::Patron*) override {}
  void asked(upstream::Lane&, rpc::Message, upstream::Patron*) override {}
  void opened(const upstream::LanePtr&) override {}
  void lost(upstream::Lane&, const base::Error&) override {}
};

// A catalogue and so many servers, which are never run.
struct World {
  explicit World(int count) {
    for (int i = 0; i < count; ++i) {
      config::Server one;
      one.name = "server" + std::to_string(i);
      one.command = "true";
      servers.push_back(std::make_shared<upstream::Server>(
          std::move(one), upstream::Context{loop, dialler, log, parser}, house));
    }
  }

  net::Loop loop;
  net::Dialler dialler{loop};
  base::Log log{2, base::Level::kOff};
  json::Parser parser;
  Nobody house;
  config::Config config;
  Pins pins{"", "", loop, dialler, log};
  Catalogue catalogue{config, pins};
  std::vector<std::shared_ptr<upstream::Server>> servers;
};

}  // namespace touchstone::gateway
