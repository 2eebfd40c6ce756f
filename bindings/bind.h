#pragma once

#include <nanobind/nanobind.h>

/// One function a subject; module.cpp calls them in order.
namespace gamegrove::bindings {

void bind_errors(nanobind::module_& module);
void bind_cpu(nanobind::module_& module);
void bind_othello(nanobind::module_& module);
void bind_connect_four(nanobind::module_& module);
void bind_pente(nanobind::module_& module);
void bind_tree(nanobind::module_& module);
void bind_laboratory(nanobind::module_& module);
void bind_connect_four_engine(nanobind::module_& module);
void bind_othello_engine(nanobind::module_& module);
void bind_othello_training(nanobind::module_& module);

}  // namespace gamegrove::bindings
